import { describe, expect, it } from 'vitest';
import { widgets } from '../../../../generated/widgets.ts';
import { widgetWords } from '../../../../generated/widgetWords.ts';
import { findWidgets } from '../../../../runtime/board/catalogue/findWidgets.ts';
import { isLang, type Lang, setLanguage } from '../../../../runtime/core/text/lang.ts';
import { setPhrases } from '../../../../runtime/core/text/pickText.ts';

const definitions = Object.values(widgets);
const found = (typed: string, lang: Lang = 'en') =>
  findWidgets(definitions, typed, lang).map(({ type }) => type);

const GERMAN = {
  ...{ code: 'de', name: 'Deutsch', switchTo: 'Auf Deutsch umstellen', locale: 'de-DE', near: 'en' as const },
  ...{ comma: ', ', semicolon: '; ', colon: ': ' },
};

describe('the search of the catalogue', () => {
  it('finds titles of a language pack', () => {
    const drop = setLanguage(GERMAN);
    setPhrases('de', { [widgets.gauge.title.en]: 'Zeigermessgerät' });
    try {
      const code: string = GERMAN.code;
      expect(isLang(code) && found('zeiger', code)[0]).toBe('gauge');
      expect(found('zeiger')).toEqual([]);
    } finally {
      drop();
      setPhrases('de', {});
    }
  });

  it.each([
    ['chart', 'trend'],
    ['line', 'trend'],
    ['graph', 'trend'],
    ['pie', 'proportion'],
    ['donut', 'proportion'],
    ['bar', 'histogram'],
    ['table', 'multiKeyData'],
    ['number', 'keyData'],
    ['KPI', 'keyData'],
    ['gauge', 'gauge'],
    ['SOC', 'gauge'],
    ['map', 'stationMap'],
    ['alarms', 'alarmList'],
    ['text', 'customText'],
    ['heading', 'section'],
    ['video', 'camera'],
    ['switch', 'remoteControl'],
    ['tariff', 'peakValleyTrend'],
    ['图表', 'trend'],
    ['折线', 'trend'],
    ['折线图', 'trend'],
    ['饼图', 'proportion'],
    ['柱状', 'histogram'],
    ['表格', 'multiKeyData'],
    ['数字', 'keyData'],
    ['仪表', 'gauge'],
    ['地图', 'stationMap'],
    ['告警', 'alarmList'],
    ['视频', 'camera'],
    ['标题', 'section'],
    ['开关', 'remoteControl'],
    ['电费', 'peakValleyProportion'],
    ['工单', 'workOrderList'],
  ] as const)('finds for "%s" first the widget %s', (typed, type) => {
    expect(found(typed)[0]).toBe(type);
  });

  it('has words for every widget, in both languages, and finds it by each of them', () => {
    expect(Object.keys(widgetWords).sort()).toEqual(Object.keys(widgets).sort());
    for (const [type, { zh, en }] of Object.entries(widgetWords))
      for (const word of [...zh, ...en]) expect(found(word), word).toContain(type);
  });

  it('finds every kind of chart for "chart" and for "图表", and nothing for unknown words', () => {
    const charts = definitions.filter(({ group }) => group === 'chart').map(({ type }) => type);
    expect(found('chart')).toEqual(expect.arrayContaining(charts));
    expect(found('图表')).toEqual(expect.arrayContaining(charts));
    expect(found('xylophone')).toEqual([]);
    expect(found('line')).not.toContain('stationCommunication');
  });

  it('supports plurals, capitals, several words and spaces', () => {
    expect(found('  Pie Charts ')[0]).toBe('proportion');
    expect(found('energy pie')[0]).toBe('energyProportion');
    expect(found('')).toHaveLength(definitions.length);
  });
});
