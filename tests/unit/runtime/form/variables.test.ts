import { describe, expect, it } from 'vitest';
import { widgets } from '../../../../generated/widgets.ts';
import {
  type FoundVariable,
  groupKeys,
  groupVariables,
  readingText,
} from '../../../../runtime/form/controls/variable/variableOptions.ts';
import { chooseVariables, variableField, variablesOf } from '../../../../runtime/form/model/variableList.ts';

const found = (deviceSn: string, code: string, overrides: Partial<FoundVariable> = {}): FoundVariable => ({
  sn: `${deviceSn}-${code}`,
  code,
  name: code.toUpperCase(),
  unit: 'kW',
  decimals: 1,
  deviceSn,
  deviceName: `Device ${deviceSn}`,
  data: 42.46,
  ts: null,
  stale: false,
  ...overrides,
});

describe('the variables that a picker offers', () => {
  it('are below their devices, each with its device in its name', () => {
    expect(groupVariables([found('A', 'p'), found('A', 'q'), found('B', 'p')])).toMatchObject([
      {
        label: 'Device A',
        options: [
          { value: 'A\nA-p', label: 'Device A / P' },
          { value: 'A\nA-q', label: 'Device A / Q' },
        ],
      },
      { label: 'Device B', options: [{ value: 'B\nB-p', label: 'Device B / P' }] },
    ]);
    expect(groupKeys([found('A', 'p')], 'The board’s device')).toMatchObject([
      { label: 'The board’s device', options: [{ value: '{device}\np', label: 'The board’s device / P' }] },
    ]);
  });

  it('show their current values, with the unit', () => {
    expect(readingText(found('A', 'p'))).toBe('42.5 kW');
    expect(readingText(found('A', 'p', { data: 'running' }))).toBe('running');
    expect(readingText(found('A', 'p', { data: null }))).toBe('-- kW');
  });
});

describe('a list of variables', () => {
  const lines = variableField(widgets.trend.config.properties!.nodeInfo!.items!)!;
  const figures = variableField(widgets.multiKeyData.config.properties!.multiKeyData!.items!)!;

  it('is recognised by the field of its entries, with further settings of variables', () => {
    expect(lines).toEqual({ name: 'deviceVar', fixed: {} });
    expect(figures).toEqual({ name: 'deviceValue', fixed: { dataType: 'device_data' } });
    expect(variableField({ type: 'object', properties: { name: { type: 'string' } } })).toBeNull();
  });

  it('adds and removes entries by the choice, and keeps the settings of the others', () => {
    const before = [
      { deviceVar: ['A', 'A-p'], name: 'Mine' },
      { deviceVar: ['A', 'A-q'] },
      { name: 'Blank' },
    ];
    expect(variablesOf(lines, before)).toEqual([
      ['A', 'A-p'],
      ['A', 'A-q'],
    ]);
    const chosen = chooseVariables(lines, before, [
      ['A', 'A-p'],
      ['B', 'B-p'],
      ['B', 'B-q'],
    ]);
    expect(chosen).toEqual([
      { deviceVar: ['A', 'A-p'], name: 'Mine' },
      { deviceVar: ['B', 'B-p'], name: 'Blank' },
      { deviceVar: ['B', 'B-q'] },
    ]);
  });

  it('keeps entries about other things', () => {
    const text = { dataType: 'text', textValue: 'Hello' };
    expect(variablesOf(figures, [text])).toEqual([]);
    expect(chooseVariables(figures, [text], [['A', 'A-p']])).toEqual([
      text,
      { dataType: 'device_data', deviceValue: ['A', 'A-p'] },
    ]);
  });
});
