import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../../generated/definition.ts';
import { widgets } from '../../../../../generated/widgets.ts';
import {
  defaultConfig,
  migrateConfig,
  readConfig,
  soundConfig,
} from '../../../../../runtime/core/document/config.ts';
import { formConfig, keepEmptied } from '../../../../../runtime/core/document/formConfig.ts';

const keyData: Field = widgets.keyData.config;
const gauge: Field = widgets.gauge.config;

describe('the configuration that a component gets', () => {
  it('has the stated defaults', () => {
    expect(defaultConfig(keyData)).toMatchObject({
      name: '关键数据',
      dataType: 'text',
      calcInterval: 'real_time',
      calcMethod: 'AVG',
      bgColorLeft: '#FFFFFF',
      bgColorRight: '#FFFFFF',
      nameColor: '#409EFF',
      dataColor: '#409EFF',
      nameFont: 20,
      dataFont: 36,
    });
    expect(defaultConfig(widgets.singleData.config)).toMatchObject({
      name: '环比/单个关键数据',
      chainType: 'MONTH',
      numberFix: 2,
      riseMarkColor: '#F96377',
      dropMarkColor: '#29BB9A',
    });
    expect(defaultConfig(gauge)).toMatchObject({
      name: '仪表盘',
      defaultMinScale: 0,
      defaultMaxScale: 100,
      monitorVars: [],
    });
    expect(defaultConfig(widgets.trend.config)).toMatchObject({
      name: '趋势分析',
      queryInterval: 'NORMAL',
      calcMethod: 'AVG',
      showType: 'line',
      appendInformation: true,
      selChecked: { maxChecked: true, minChecked: true, avgChecked: true },
      nodeInfo: [],
    });
    expect(defaultConfig(widgets.alarmList.config)).toMatchObject({ title: '告警列表' });
    expect(defaultConfig(widgets.stationAlarmStatus.config)).toMatchObject({ name: '站点告警状态' });
  });

  it('has font sizes from 1 to 100', () => {
    expect(readConfig(keyData, { nameFont: 0, dataFont: 900 })).toMatchObject({ nameFont: 1, dataFont: 100 });
    expect(readConfig(keyData, { nameFont: 15.6 })).toMatchObject({ nameFont: 16 });
    expect(readConfig(keyData, { nameFont: 'huge' })).toMatchObject({ nameFont: 20 });
  });

  it('keeps stored values whose options are now disabled', () => {
    expect(readConfig(keyData, { calcInterval: 'current_year', calcMethod: 'avg_vs_last' })).toMatchObject({
      calcInterval: 'current_year',
      calcMethod: 'avg_vs_last',
    });
    expect(readConfig(widgets.singleData.config, { chainType: 'YEAR' })).toMatchObject({ chainType: 'YEAR' });
    expect(readConfig(widgets.trend.config, { calcMethod: 'MAX' })).toMatchObject({ calcMethod: 'MAX' });
  });

  it('accepts no invalid colours, and no unknown options', () => {
    const read = readConfig(keyData, { bgColorLeft: 'url(javascript:x)', dataType: '<img>', name: 7 });
    expect(read).toMatchObject({ bgColorLeft: '#FFFFFF', dataType: 'text', name: '关键数据' });
  });

  it('drops invalid list entries and incomplete pairs, and keeps the rest', () => {
    const read = readConfig(gauge, {
      monitorVars: ['x', null, { deviceVar: ['only one'], showName: 'A' }, { deviceVar: ['d', 'd-v'] }],
    });
    expect(read.monitorVars).toEqual([{ showName: 'A' }, { deviceVar: ['d', 'd-v'] }]);
  });

  it('accepts any input without failing', () => {
    for (const value of [null, undefined, 3, 'x', [], () => 1]) {
      expect(readConfig(gauge, value)).toEqual(defaultConfig(gauge));
    }
  });
});

describe('the configuration that a dialog stores', () => {
  it('excludes cleared fields', () => {
    expect(soundConfig(keyData, { name: 'A', dataType: 'text', textValue: 'B' })).toEqual({
      name: 'A',
      dataType: 'text',
      textValue: 'B',
    });
  });

  it('keeps an empty title instead of the default', () => {
    const stored = keepEmptied(keyData, soundConfig(keyData, { dataType: 'text' }));
    expect(readConfig(keyData, stored).name).toBe('');
    expect(formConfig(keyData, stored, {})).not.toHaveProperty('name');
  });

  it('excludes the values of other data types', () => {
    const stored = { dataType: 'station_info', stationValue: 'name', textValue: 'old', calcMethod: 'SUM' };
    const form = formConfig(keyData, stored, {});
    expect(form).toMatchObject({ stationValue: 'name' });
    expect(form).not.toHaveProperty('textValue');
    expect(form).not.toHaveProperty('calcMethod');
  });
});

describe('migrations', () => {
  const migrations = {
    1: (config: unknown) => ({ ...(config as object), two: true }),
    2: (config: unknown) => ({ ...(config as object), three: true }),
  };
  it('run one version after the other', () => {
    expect(migrateConfig(migrations, 1, 3, { one: true })).toEqual({ one: true, two: true, three: true });
    expect(migrateConfig(migrations, 3, 3, { x: 1 })).toEqual({ x: 1 });
  });
  it('stop if a step is missing', () => {
    expect(migrateConfig({}, 1, 2, {})).toBeNull();
  });
});
