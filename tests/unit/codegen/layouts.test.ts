/** The blocks of a page name only what exists, fit into their row, and each has an effect. */
import { describe, expect, it } from 'vitest';
import { problemsOf, text } from './rackWith.ts';

const SHELF = {
  name: 'shelf',
  title: text,
  label: 'name',
  schema: {
    properties: {
      name: { type: 'string', title: text },
      level: { type: 'boolean', title: text },
      sealedBy: { title: text, 'x-ref': 'batteryRack', readOnly: true },
    },
    required: ['name'],
  },
  list: { columns: ['name'] },
  api: { base: '/manager/shelf' },
};
const RACKS = {
  ...{ name: 'racks', title: text, of: 'batteryRack' },
  dimensions: [{ field: 'level' }],
  figures: [
    { name: 'racks', do: 'count', title: text },
    { name: 'names', do: 'count', title: text },
  ],
};
const list = (more: object = {}) => ({ as: 'list', entity: 'batteryRack', ...more });
const form = (more: object = {}) => ({ as: 'form', entity: 'batteryRack', ...more });
const chart = (more: object = {}) => ({ as: 'bar', statistic: 'racks', by: ['level'], ...more });
const note = (en: string) => ({ as: 'text', text: { zh: '<p>文</p>', en } });

const problems = (layout: object | undefined, more: object = {}) =>
  problemsOf(
    '',
    null,
    {
      pages: [
        {
          file: 'schemas/pages/ems/Racks.json',
          value: { name: 'Racks', route: '/main/racks', title: text, kind: 'blocks', layout, ...more },
        },
      ],
      statistics: [{ file: 'schemas/statistics/racks.json', value: RACKS }],
    },
    [SHELF],
  ).map(({ pointer, message }) => `${pointer} ${message}`);

describe('a page of blocks', () => {
  it('may contain lists, forms, figures and texts with a common filter', () => {
    const rows = [
      [
        list({ width: 16, day: 'createdAt', columns: ['name', 'createdAt'] }),
        form({ where: { level: 'A' } }),
      ],
      [
        chart({ figures: ['racks', 'names'] }),
        chart({ as: 'figures', by: [], always: true }),
        note('<p>Start <b>here</b></p>'),
      ],
    ];
    expect(problems({ range: 'thisMonth', filters: ['level'], rows })).toEqual([]);
  });

  it.each<[string, object | undefined, RegExp]>([
    ['no blocks', undefined, /is missing "layout"/],
    [
      'an unknown entity',
      { rows: [[list({ entity: 'rack' })]] },
      /^\/layout\/rows\/0\/0\/entity .*batteryRack/,
    ],
    ['an unknown statistic', { rows: [[chart({ statistic: 'rack' })]] }, /\/0\/0\/statistic .*racks/],
    ['a chart without a split', { rows: [[chart({ by: [] })]] }, /at least 1/],
    [
      'a second figure where one is shown',
      { rows: [[chart({ as: 'share', figures: ['racks', 'names'] })]] },
      /\/0\/0\/figures\/1 .*"share" shows one/,
    ],
    ['an unknown column', { rows: [[list({ columns: ['nmae'] })]] }, /\/columns\/0 .*name/],
    ['an unknown value', { rows: [[list({ where: { level: 'C' } })]] }, /\/where\/level "C"/],
    ['an unknown value of figures', { rows: [[chart({ where: { level: 'C' } })]] }, /\/where\/level "C"/],
    [
      'a field that the server writes',
      { rows: [[form({ entity: 'shelf', where: { sealedBy: 1 } })]] },
      /sealedBy is written by the server/,
    ],
    [
      'a row that is too wide',
      { rows: [[list({ width: 20 }), form({ width: 8 })]] },
      /^\/layout\/rows\/0 takes 28/,
    ],
    ['a block without room', { rows: [[list({ width: 22 }), form()]] }, /^\/layout\/rows\/0 takes 26/],
    [
      'a filter of no block',
      { filters: ['colour'], rows: [[list()]] },
      /^\/layout\/filters\/0 narrows no block/,
    ],
    [
      'a filter that is set',
      { filters: ['level'], rows: [[list({ where: { level: 'A' } })]] },
      /narrows no block/,
    ],
    ['a filter by a text', { filters: ['name'], rows: [[list()]] }, /^\/layout\/filters\/0 is not a choice/],
    [
      'a filter of two kinds',
      { filters: ['level'], rows: [[list(), list({ entity: 'shelf' })]] },
      /another kind of value in shelf/,
    ],
    ['a period of no block', { range: 'thisMonth', rows: [[list()]] }, /^\/layout\/range narrows no block/],
    ['a day without a period', { rows: [[list({ day: 'createdAt' })]] }, /\/day has no effect/],
    ['a day that is none', { range: 'thisMonth', rows: [[list({ day: 'level' })]] }, /\/day .*createdAt/],
    ['own records of none', { rows: [[list({ mine: true })]] }, /\/mine has no effect/],
    ['what no reader sees', { rows: [[note('<script>1</script>')]] }, /\/text\/en contains script/],
    ['an unknown kind of block', { rows: [[{ as: 'video', entity: 'batteryRack' }]] }, /\/rows\/0\/0\/as/],
    ['a word of another block', { rows: [[form({ columns: ['name'] })]] }, /columns/],
  ])('is refused with %s', (_, layout, message) => {
    expect(problems(layout).join('\n')).toMatch(message);
  });

  it('is the only kind of page with blocks', () => {
    expect(problems({ rows: [[list()]] }, { kind: 'hub' }).join('\n')).toMatch(/^\/layout has no effect/);
  });
});
