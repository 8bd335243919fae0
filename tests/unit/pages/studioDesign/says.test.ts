import { expect, it } from 'vitest';
import { sayChange } from '../../../../pages/studio/parts/says.ts';

const text = (en: string) => ({ zh: en, en });
const dictionaryOf = (...entries: [value: string, title: string, color?: string][]) => ({
  name: 'kind',
  entries: entries.map(([value, title, color]) => ({ value, title: text(title), ...(color && { color }) })),
});
const plan = (rows: number[]) => ({
  ...{ steps: [], refused: [], breaches: [], rows: 0 },
  taken: rows.map((count) => ({ entity: 'a', field: 'b', value: 'c', title: text('C'), rows: count })),
});

it('what is new is counted', () => {
  const properties = { name: { title: text('Name') }, size: { title: text('Size') } };
  expect(sayChange('entity', null, { schema: { properties } }, null)).toEqual([
    { key: 'newEntity', params: { count: 2 } },
  ]);
  expect(sayChange('dictionary', null, dictionaryOf(['a', 'A']), null)).toEqual([
    { key: 'newDictionary', params: { count: 1 } },
  ]);
  const call = { method: 'get', path: '/manager/open', action: { entity: 'tender', do: 'list' } };
  expect(sayChange('call', null, call, null)).toEqual([
    { key: 'newCall', params: { place: 'GET /manager/open', does: 'list' } },
  ]);
  expect(sayChange('page', null, {}, null)).toEqual([{ key: 'new', params: {} }]);
});

it('entries that are added, removed, renamed, changed and ordered are named, with the records that move', () => {
  const before = dictionaryOf(['a', 'A'], ['b', 'B'], ['c', 'C'], ['d', 'D']);
  const after = dictionaryOf(['c', 'C', 'info'], ['a', 'Alpha'], ['d', 'D'], ['e', 'E']);
  expect(sayChange('dictionary', before, after, plan([9, 5]))).toEqual([
    { key: 'added', params: { count: 1, titles: [text('E')] } },
    { key: 'removed', params: { count: 1, titles: [text('B')] } },
    { key: 'renamed', params: { count: 1, titles: [text('Alpha')] } },
    { key: 'changed', params: { count: 1, titles: [text('C')] } },
    { key: 'reordered', params: {} },
    { key: 'moved', params: { count: 14 } },
  ]);
  expect(sayChange('dictionary', before, before, plan([]))).toEqual([]);
});
