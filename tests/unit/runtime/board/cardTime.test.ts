import { beforeAll, describe, expect, it } from 'vitest';
import { dashboards } from '../../../../generated/dashboards.ts';
import type { DashboardDocument } from '../../../../generated/definition.ts';
import { captionWords, rangeCaption } from '../../../../runtime/board/live/rangeCaption.ts';
import { readTimeAsked } from '../../../../runtime/board/live/timeAsked.ts';
import { chosenTitle } from '../../../../runtime/board/widget/chosenTitle.ts';
import { widgetDefinition } from '../../../../runtime/board/widget/registry.ts';
import type { AnyWidgetModule, NeedResult, WidgetContext } from '../../../../runtime/board/widget/widget.ts';
import { readConfig } from '../../../../runtime/core/document/config.ts';
import { textIn, textsTable } from '../../../../runtime/core/document/texts.ts';
import { loadAllTexts, startLang, translate } from '../../../../runtime/kit/i18n/index.ts';
import customText from '../../../../widgets/customText/index.ts';
import histogram from '../../../../widgets/histogram/index.ts';
import keyData from '../../../../widgets/keyData/index.ts';
import singleData from '../../../../widgets/singleData/index.ts';
import trend from '../../../../widgets/trend/index.ts';
import { contextOf } from '../../../support/browser/widgetContext.ts';

const ZONE = 'Asia/Shanghai';
const context = contextOf({ now: '2026-11-21T06:30:00Z' });
const modules = { customText, histogram, keyData, singleData, trend } as Record<string, unknown>;
const moduleOf = (type: string): AnyWidgetModule => modules[type] as AnyWidgetModule;
const definitionOf = (type: string) => widgetDefinition(type)!;
const t = (key: never, params?: never) => translate('zh', key, params);

beforeAll(() => Promise.all([startLang(), loadAllTexts()]));

function readTime(type: string, config: object, over: Partial<WidgetContext> = {}) {
  const module = moduleOf(type);
  const read = readConfig(definitionOf(type).config, config);
  return readTimeAsked(module, read, { ...context, ...over });
}

const figure = { dataType: 'device_data', deviceValue: ['D', 'D-e'], calcMethod: 'diff' };
const nodeInfo = [{ deviceVar: ['D', 'D-p'] }];

describe('the time range of a card', () => {
  it("is the board's if the widget follows it", () => {
    const day = { ...figure, calcInterval: 'DAY' };
    expect(readTime('keyData', day)).toMatchObject({ range: 'today', follows: true });
    expect(readTime('keyData', day, { range: 'yesterday' })).toMatchObject({ range: 'yesterday' });
    expect(readTime('trend', { nodeInfo })).toMatchObject({ range: 'now-24h', follows: true });
    const month = { nodeInfo, queryInterval: 'MONTH' };
    expect(readTime('trend', month)).toMatchObject({ range: 'thisMonth' });
  });

  it('is its own if it does not, on any day of the month', () => {
    const first = { now: Date.parse('2026-11-01T04:00:00Z'), range: 'yesterday' as const };
    expect(readTime('histogram', { nodeInfo, range: 'thisMonth' }, first)).toMatchObject({
      range: 'thisMonth',
      follows: false,
    });
    const single = { deviceVar: ['D', 'D-e'], chainType: 'MONTH' };
    expect(readTime('singleData', single, first)).toMatchObject({
      range: 'thisMonth',
      follows: false,
    });
    expect(readTime('trend', { nodeInfo, queryTime: '2026-03-02' }, first)).toMatchObject({
      range: { from: Date.parse('2026-03-02T00:00:00+08:00'), to: Date.parse('2026-03-03T00:00:00+08:00') },
    });
  });

  it('is the present for current values, and empty without time', () => {
    const now = { ...figure, calcInterval: 'real_time' };
    expect(readTime('keyData', now)).toEqual({ range: null, follows: false, isLive: true });
    expect(readTime('customText', {})).toEqual({ range: null, follows: false, isLive: false });
  });
});

describe('the caption of the range', () => {
  const shownOf = (widgets: [type: string, config: object][]) =>
    widgets.map(([type, config], at) => ({
      widget: { id: String(at), type, version: 1, config: {} },
      resolved: {
        state: 'ready' as const,
        definition: definitionOf(type),
        module: moduleOf(type),
        config: readConfig(definitionOf(type).config, config),
        own: {},
      },
    }));
  const timeText = (widgets: [string, object][], range: WidgetContext['range'] = null) =>
    captionWords(rangeCaption(shownOf(widgets), { ...context, range }, context.now, t as never));

  it('contains the dates and times on screen', () => {
    const trend: [string, object] = ['trend', { nodeInfo }];
    expect(timeText([trend], 'yesterday')).toBe('昨天 · 2026-11-20');
    expect(timeText([trend], 'now-1h')).toBe('过去1小时 · 2026-11-21 13:30 – 14:30');
    expect(timeText([trend], 'past7Days')).toBe('过去1周 · 2026-11-15 – 11-21');
    const from = Date.parse('2026-11-20T08:00:00+08:00');
    expect(timeText([trend], { from, to: from + 3_600_000 })).toBe('2026-11-20 08:00 – 09:00');
  });

  it('describes the widgets if a board has no chosen range', () => {
    const trend: [string, object] = ['trend', { nodeInfo }];
    const today: [string, object] = ['keyData', { ...figure, calcInterval: 'DAY' }];
    expect(timeText([trend])).toBe('过去24小时 · 2026-11-20 14:30 – 11-21 14:30');
    expect(timeText([trend, today])).toBe('2026-11-20 14:30 – 11-21 14:30');
    expect(timeText([['histogram', { nodeInfo, range: 'thisYear' }], today])).toBe('今天 · 2026-11-21');
    expect(timeText([['customText', {}]])).toBe('现在');
  });
});

describe('the title of an unnamed widget', () => {
  const rows = (...names: [string, string, string][]): NeedResult[] => [
    {
      key: '',
      ok: true,
      data: names.map(([sn, deviceName, name]) => ({ sn, deviceName, name, datas: [], points: [] })),
    },
  ];
  const titleOf = (type: string, config: object, results: NeedResult[] = [], lang: 'zh' | 'en' = 'en') => {
    const definition = definitionOf(type);
    return chosenTitle(definition, { name: definition.title[lang], ...config }, results, lang);
  };

  it('is what it shows', () => {
    const answer = rows(['D-e', 'PCS', 'Charged'], ['D-p', 'PCS', 'Power'], ['D-q', 'EMS', 'Reactive']);
    expect(titleOf('keyData', figure, answer)).toBe('PCS · Charged');
    const list = (...sns: string[]) => ({ nodeInfo: sns.map((sn) => ({ deviceVar: ['D', sn] })) });
    expect(titleOf('trend', list('D-p', 'D-e', 'D-q'), answer)).toBe('PCS · Power, PCS · Charged +1');
    expect(titleOf('trend', { nodeInfo: [{ deviceVar: ['D', 'D-p'], name: 'Roof' }] }, answer)).toBe('Roof');
    expect(titleOf('keyData', { dataType: 'station_info', stationValue: 'capacity' }, [], 'zh')).toBe(
      '装机容量',
    );
  });

  it('contains choices that differ from the default', () => {
    expect(titleOf('peakValleyTrend', { role: 'gridExport', show: 'cost' })).toMatch(
      /^Peak-valley trend · .*export.* · Cost$/i,
    );
    expect(titleOf('fleetTable', { of: 'battery' }, [], 'zh')).toBe('电站列表 · 电池');
    expect(titleOf('socialContribution', { role: 'pv' })).toBeUndefined();
    expect(titleOf('socialContribution', { role: 'charge', name: 'Mine' })).toBeUndefined();
  });

  it('is unchanged if a user named it, nothing is chosen, or no answer contained the names', () => {
    const answer = rows(['D-e', 'PCS', 'Charged']);
    expect(titleOf('keyData', { ...figure, name: 'Mine' }, answer)).toBeUndefined();
    expect(titleOf('keyData', { ...figure, name: '' }, answer)).toBeUndefined();
    expect(titleOf('keyData', figure)).toBeUndefined();
    expect(titleOf('trend', {}, answer)).toBeUndefined();
    expect(titleOf('customText', {}, answer)).toBeUndefined();
  });
});

const TIME_WORD =
  /今日|昨日|今天|昨天|本月|本年|今年|近 ?\d|\b(today|yesterday|this (month|year)|past \d|\d+ days)\b/i;

it('no preset title names the time of a widget that follows the board', () => {
  for (const { document } of Object.values(dashboards) as { document: DashboardDocument }[]) {
    const table = textsTable(document.texts);
    for (const { type, config } of document.widgets) {
      if (!Object.hasOwn(definitionOf(type).config.properties ?? {}, 'range')) continue;
      for (const lang of ['zh', 'en'] as const)
        expect(textIn(table, lang, String(config.name ?? '')), type).not.toMatch(TIME_WORD);
    }
  }
});

it('each curve of a preset covers rolling hours, which are not empty after midnight', () => {
  const { needs } = moduleOf('trend');
  const midnight = contextOf({ zone: ZONE, now: '2026-11-21T00:01:00+08:00' });
  for (const { document } of Object.values(dashboards) as { document: DashboardDocument }[])
    for (const { type, config } of document.widgets) {
      if (type !== 'trend' || (config.queryInterval ?? 'NORMAL') !== 'NORMAL') continue;
      const [need] = needs(readConfig(definitionOf(type).config, config), midnight);
      expect(need).toMatchObject({ kind: 'history', from: '2026-11-19T16:04:00.000Z' });
    }
});
