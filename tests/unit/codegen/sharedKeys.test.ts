/**
 * At least two entities must name a key that is shared by several entities, with fields of the same kinds.
 */
import { describe, expect, it } from 'vitest';
import { problemsOf, text } from './rackWith.ts';

const shelf = (uniqueAcross?: object[]) => ({
  name: 'shelf',
  title: text,
  label: 'name',
  schema: {
    properties: {
      name: { type: 'string', title: text },
      count: { type: 'integer', title: text },
      tags: { type: 'array', title: text, items: { type: 'string' } },
    },
    required: ['name'],
  },
  list: { columns: ['name'] },
  ...(uniqueAcross ? { uniqueAcross } : {}),
  api: { base: '/manager/shelf' },
});
const label = (...fields: string[]) => ({ key: 'label', fields });
const problems = (own: object[], other?: object[]) =>
  problemsOf('/uniqueAcross', own, {}, [shelf(other)]).map(({ pointer, message }) => `${pointer} ${message}`);

describe('a key over several entities', () => {
  it('must be named by two of them', () => {
    expect(problems([label('name')], [label('name')])).toEqual([]);
  });

  it.each<[string, object[], object[] | undefined, RegExp]>([
    ['one entity only', [label('name')], undefined, /^\/uniqueAcross\/0\/key is a key of this entity only/],
    ['an unknown field', [label('nmae')], [label('name')], /^\/uniqueAcross\/0\/fields\/0 .*name/],
    ['a list', [label('name')], [label('tags')], /fields\/0/],
    ['other kinds', [label('name')], [label('count')], /are of other kinds than the fields of batteryRack/],
    ['more fields', [label('name')], [label('name', 'count')], /are of other kinds/],
    ['the same entity twice', [label('name'), label('level')], [label('name')], /is named twice/],
  ])('is refused with %s', (_, own, other, message) => {
    expect(problems(own, other).join('\n')).toMatch(message);
  });
});
