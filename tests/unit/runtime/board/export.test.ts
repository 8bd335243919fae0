import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answers } from '../../../../generated/answers.ts';
import type { WidgetDefinition } from '../../../../generated/definition.ts';
import { dictionaries } from '../../../../generated/dictionaries.ts';
import { widgets } from '../../../../generated/widgets.ts';
import { pagesOf, rowsOfSheet } from '../../../../runtime/board/export/pages.ts';
import { namesOfConfig, widgetTables } from '../../../../runtime/board/export/tables.ts';
import type { NeedResult, NeedSpec } from '../../../../runtime/core/scheduler/types.ts';
import { readTable } from '../../../../server/engine/excel/file/tableRead.ts';
import { type FigureTable, tableCsv, tablesXlsx } from '../../../../server/sites/boards/tableFile.ts';

const WORDS = {
  time: 'Time',
  variable: 'Variable',
  name: 'Name',
  value: 'Value',
  unit: 'Unit',
  from: 'From',
  to: 'To',
  method: 'Method',
  methods: { AVG: 'Average', MAX: 'Maximum', MIN: 'Minimum', SUM: 'Sum', DIFF: 'Difference' },
  field: 'Field',
  part: 'the first part',
  yes: 'Yes',
  no: 'No',
  lang: 'en' as const,
  zone: 'Europe/Berlin',
  figures: { t: (key: string) => key, lang: 'en' as const },
};
const ok = (data: unknown): NeedResult => ({ key: 'k', ok: true, data });
const FROM = '2026-11-20T23:00:00.000Z';
const TO = '2026-11-21T23:00:00.000Z';
const tables = (specs: NeedSpec[], results: NeedResult[], names = new Map<string, string>()) =>
  widgetTables(specs, results, names, WORDS, 'T');

describe('the figures behind a widget', () => {
  it('have the names from the configuration', () => {
    const config = {
      name: 'Widget',
      deviceValue: ['D', 'a'],
      nodeInfo: [
        { deviceVar: ['D', 'b'], name: 'Grid' },
        { deviceVar: ['D', 'c'], showName: 'Load' },
        { deviceVar: ['D', 'd'], name: '' },
        { deviceVar: ['D', 'c'], name: 'Load now' },
        { deviceVar: ['D', 'c'], name: 'Load' },
      ],
    };
    expect([...namesOfConfig(config)]).toEqual([
      ['a', 'Widget'],
      ['b', 'Grid'],
      ['c', 'Load / Load now'],
    ]);
  });

  it('have column titles that are valid in a file, however many names a variable has', () => {
    const [found] = tables(
      [{ kind: 'history', sns: ['a'], from: FROM, to: TO, maxPoints: 10 }],
      [ok([{ sn: 'a', unit: 'kW', points: [[Date.parse(FROM), 1]] }])],
      new Map([['a', Array.from({ length: 60 }, (_, at) => `Load ${at}`).join(' / ')]]),
    );
    const { title } = found!.columns[1]!;
    expect(title).toHaveLength(200);
    expect(title).toMatch(/^Load 0 \/ Load 1.*…$/);
  });

  it('are one table of current values, for any number of needs', () => {
    const specs: NeedSpec[] = [
      { kind: 'realtime', sns: ['a'] },
      { kind: 'realtime', sns: ['b'] },
    ];
    const found = tables(
      specs,
      [
        ok([{ sn: 'a', data: 1.5, unit: 'kW', ts: FROM }]),
        ok([{ sn: 'b', data: true, ts: null, name: 'On' }]),
      ],
      new Map([['a', 'Power']]),
    );
    expect(found).toHaveLength(1);
    expect(found[0]?.rows).toEqual([
      ['Power', 'a', 1.5, 'kW', Date.parse(FROM)],
      ['On', 'b', 'true', '', null],
    ]);
  });

  it('are side by side by time, with gaps', () => {
    const [found] = tables(
      [{ kind: 'history', sns: ['a', 'b'], from: FROM, to: TO, maxPoints: 10 }],
      [
        ok([
          {
            sn: 'a',
            unit: 'kW',
            decimals: 1,
            points: [
              [2, 20],
              [1, 10],
            ],
          },
          {
            sn: 'b',
            unit: null,
            points: [
              [2, null],
              [3, 3],
            ],
          },
        ]),
      ],
    );
    expect(found?.columns).toEqual([
      { title: 'Time', kind: 'time' },
      { title: 'a (kW)', kind: 'number', decimals: 1 },
      { title: 'b', kind: 'number' },
    ]);
    expect(found?.rows).toEqual([
      [1, 10, null],
      [2, 20, null],
      [3, null, 3],
    ]);
  });

  it('of a period are its parts, or one figure with its window', () => {
    const row = { sn: 'a', unit: 'kWh', value: 3, datas: [1, 2], time_keys: [FROM, TO] };
    const spec = { kind: 'statistic' as const, sns: ['a'], method: 'SUM' as const, from: FROM, to: TO };
    expect(tables([{ ...spec, bucket: 'day' }], [ok([row])])[0]?.rows).toEqual([
      [Date.parse(FROM), 1],
      [Date.parse(TO), 2],
    ]);
    expect(tables([{ ...spec, bucket: 'day' }], [ok([row])])[0]?.columns[1]?.title).toBe('a (kWh) · Sum');
    // A variable with two methods gets two columns.
    const ways = [spec, { ...spec, method: 'MAX' as const }].map((one) => ({
      ...one,
      bucket: 'total' as const,
    }));
    expect(tables(ways, [ok([row]), ok([{ ...row, value: 2 }])])[0]?.rows).toEqual([
      ['a', 3, 'kWh', 'Sum', Date.parse(FROM), Date.parse(TO)],
      ['a', 2, 'kWh', 'Maximum', Date.parse(FROM), Date.parse(TO)],
    ]);
  });

  it('of any other need are named as its description names them, with texts for codes', () => {
    const [records, facts, status, failed] = tables(
      [
        { kind: 'alarms', status: '0,1', current: 1, size: 5 },
        { kind: 'stationStatus' },
        { kind: 'stationDetails' },
      ],
      [
        ok({
          total: 2,
          current: 1,
          records: [{ id: 1, info: 'x', status: 1, level: 'major', reportTime: FROM }],
        }),
        ok({ unclosedAlarmAmount: 3, communicationStatus: 0, communicationStatusDetail: [] }),
        { key: 'k', ok: false },
      ],
    );
    expect(records?.title).toBe('T · Alarms');
    expect(records?.columns.map(({ title, kind }) => [title, kind])).toEqual([
      ['Reported at', 'time'],
      ['Alarm', 'text'],
      ['Status', 'text'],
      ['Level', 'text'],
    ]);
    expect(records?.rows).toEqual([
      [
        Date.parse(FROM),
        'x',
        dictionaries.alarmStatus.entries.find(({ value }) => value === 1)?.title.en,
        'Major',
      ],
    ]);
    expect(facts?.rows).toEqual([
      ['Alarms in all', 2],
      ['Open alarms', 3],
      ['Communication', 'Abnormal'],
    ]);
    expect([status, failed]).toEqual([undefined, undefined]);
    const zh = widgetTables(
      [{ kind: 'stationStatus' }],
      [ok({ unclosedAlarmAmount: 3 })],
      new Map(),
      { ...WORDS, lang: 'zh' },
      'T',
    );
    expect(zh[0]?.rows).toEqual([['未关闭告警', 3]]);
  });

  it('contain everything in an answer: totals, currency and every list', () => {
    const charge = {
      ...{ currency: 'CNY', meters: 2, energy: 30, cost: '21.50' },
      bands: [
        { band: 'peak', energy: 10, cost: '12.00', prices: ['1.2'] },
        { band: 'single', energy: 20, cost: null, prices: [] },
      ],
    };
    const [bands, facts] = tables([{ kind: 'call', operation: 'electricityCharge' }], [ok(charge)]);
    expect(bands?.columns.map(({ title, kind }) => [title, kind])).toEqual([
      ['Price band', 'text'],
      ['Energy (kWh)', 'number'],
      ['Cost (CNY)', 'number'],
    ]);
    expect(bands?.rows).toEqual([
      ['Peak', 10, 12],
      ['Single price', 20, null],
    ]);
    expect(facts?.rows).toEqual([
      ['Currency', 'CNY'],
      ['Meters', 2],
      ['Total energy (kWh)', 30],
      ['Total cost (CNY)', 21.5],
    ]);
  });

  it('of a curve over time are beside its moments', () => {
    const course = {
      energyType: { unit: 'm³' },
      time_keys: [FROM, TO],
      labels: [
        { id: 1, parentId: null, name: 'Hall', value: 3, datas: [1, 2] },
        { id: 2, parentId: 1, name: 'Office', value: null, datas: [null, null] },
      ],
    };
    const [over, totals] = tables([{ kind: 'call', operation: 'energyLabelTrend' }], [ok(course)]);
    expect(over?.columns.map(({ title }) => title)).toEqual([
      'Time',
      'Hall · Usage (m³)',
      'Office · Usage (m³)',
    ]);
    expect(over?.rows).toEqual([
      [Date.parse(FROM), 1, null],
      [Date.parse(TO), 2, null],
    ]);
    expect(totals?.columns.map(({ title }) => title)).toEqual(['Label', 'Total (m³)']);
  });

  it('have titles in both languages for all needs of widgets', () => {
    const requested = new Set(
      Object.values<WidgetDefinition>(widgets)
        .flatMap(({ asks = [] }) => asks)
        .map((one) => (typeof one === 'string' ? one : one.call)),
    );
    for (const one of requested) expect(Object.keys(answers[one]?.fields ?? {}), one).not.toEqual([]);
  });
});

describe('the files', () => {
  const evil: FigureTable = {
    title: '=HYPERLINK("x")',
    columns: [
      { title: '+cmd', kind: 'text' },
      { title: 'Time', kind: 'time' },
      { title: 'Value', kind: 'number', decimals: 2 },
    ],
    rows: [['=1+1', Date.parse('2026-03-29T12:00:00Z'), -1.5]],
  };

  it('contain times of the station and no formula, as CSV', () => {
    expect(tableCsv(evil, 'Europe/Berlin').toString()).toBe(
      "\uFEFF'+cmd,Time (Europe/Berlin),Value\r\n'=1+1,2026-03-29 14:00:00,-1.5\r\n",
    );
  });

  it('contain the same as a workbook, with distinct sheet names', async () => {
    const book = await tablesXlsx([evil, { ...evil, rows: [] }], 'Europe/Berlin');
    expect(book.includes('xl/worksheets/sheet2.xml')).toBe(true);
    const folder = await mkdtemp(join(tmpdir(), 'wattdeck-'));
    try {
      const path = join(folder, 'book.xlsx');
      await writeFile(path, book);
      const source = await readTable(path);
      const rows = [];
      for await (const { cells } of source.rows) rows.push(cells);
      await source.close();
      expect(rows).toEqual([
        ['+cmd', 'Time (Europe/Berlin)', 'Value'],
        ['=1+1', { serial: expect.closeTo(46_110 + 14 / 24, 5) }, -1.5],
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('sheets of paper', () => {
  const item = (i: string, y: number, h: number, x = 0) => ({ i, x, y, w: 6, h });

  it('are cut where there is no widget', () => {
    const pages = pagesOf([item('a', 0, 4), item('b', 4, 4), item('c', 4, 8, 6), item('d', 8, 4)], 10);
    expect(pages.map((page) => page.map(({ i, y }) => [i, y]))).toEqual([
      [['a', 0]],
      [
        ['b', 0],
        ['c', 0],
        ['d', 4],
      ],
    ]);
  });

  it('contain every widget once, even one that is taller than a sheet', () => {
    const layout = [item('a', 0, 30), item('b', 0, 3, 6), item('c', 3, 25, 6), item('d', 30, 2)];
    const pages = pagesOf(layout, 12);
    expect(
      pages
        .flat()
        .map(({ i }) => i)
        .sort(),
    ).toEqual(['a', 'b', 'c', 'd']);
    expect(pages.flat().every(({ y, h }) => y + h <= 12)).toBe(true);
  });

  it('have as many rows as their shape allows', () => {
    expect(rowsOfSheet(1440, { width: 277, height: 178 })).toBe(19);
  });
});

describe('figures over records', () => {
  const spec: NeedSpec = {
    kind: 'call',
    operation: 'recordStatistic',
    path: { name: 'customers' },
    query: {
      by: 'industry',
      compare: 'year',
      filter: '{"and":[{"field":"state","op":"in","value":["deal"]}]}',
    },
  };
  const line = { currency: null, change: { customers: 0.5 }, before: { customers: 2 } };
  const answer = {
    ...{ by: ['industry'], from: '2026-01-01', to: '2026-11-21', more: false },
    rows: [{ ...line, key: { industry: 'energy' }, labels: {}, place: 1, figures: { customers: 3 } }],
    totals: [{ ...line, figures: { customers: 3 } }],
  };

  it('are the rows on screen and their totals, with a table of the query', () => {
    const [figures, about] = tables([spec], [ok(answer)]);
    expect(figures?.columns.map(({ title }) => title)).toEqual([
      'Industry',
      'Customers',
      'Customers · figures.yearShort',
      'Customers · figures.change (%)',
    ]);
    expect(figures?.rows).toEqual([
      ['Energy', 3, 2, 50],
      ['figures.all', 3, 2, 50],
    ]);
    expect(about?.rows).toEqual([
      ['figures.statistic', 'Customers'],
      ['report.period', '2026-01-01 – 2026-11-21'],
      ['report.compare', '2025-01-01 – 2025-11-21'],
      ['figures.zone', expect.stringMatching(/./)],
      ['choose.filter', 'State list.op.in Deal'],
    ]);
  });
});
