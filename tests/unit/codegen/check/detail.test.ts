/**
 * The page of a record shows the extra parts of its entity: references, figures, and lists of records that refer to it.
 */
import { describe, expect, it } from 'vitest';
import type { Definitions } from '../../../../codegen/definition/definition.ts';
import { problemsOf, text } from '../rackWith.ts';

const reference = (target: string) => ({ type: 'integer', title: text, 'x-ref': target });
const entity = (name: string, properties: object, more: object = {}) => ({
  ...{ name, title: text, label: 'name', list: { columns: ['name'] }, api: { base: `/manager/${name}` } },
  schema: { type: 'object', properties: { name: { type: 'string', title: text }, ...properties } },
  ...more,
});
/** Cells refer to a rack, and belong to it by another field. */
const CELL = entity(
  'cell',
  {
    rackId: reference('batteryRack'),
    spareOf: reference('batteryRack'),
    racks: { type: 'array', title: text, items: reference('batteryRack') },
    volts: { type: 'number', title: text },
  },
  { of: { field: 'rackId', as: 'cellsOf', in: 'page' } },
);
const STATISTIC = {
  ...{ name: 'cells', title: text, of: 'cell', dimensions: [] },
  figures: [{ name: 'count', do: 'count', title: text }],
};
const problems = (detail: object) => {
  const statistics = [{ file: 'schemas/statistics/cells.json', value: STATISTIC }];
  const more = { statistics } as Partial<Record<keyof Definitions, object>>;
  return problemsOf('detail', detail, more, [CELL]).map(({ pointer, message }) => `${pointer} ${message}`);
};

describe('the detail of a record', () => {
  it('names existing references, figures and lists', () => {
    const detail = {
      figures: [{ fields: ['cells'] }, { statistic: 'cells', by: 'spareOf', figures: ['count'] }],
      tabs: [
        { of: 'cell', by: 'spareOf', title: text },
        { of: 'cell', by: 'racks' },
      ],
    };
    expect(problems(detail)).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['a link that refers to nothing', { links: ['name'] }, /^\/detail\/links\/0 /],
    [
      'a figure that is a text',
      { figures: [{ fields: ['name'] }] },
      /^\/detail\/figures\/0\/fields\/0 .*cells/,
    ],
    [
      'a statistic that there is not',
      { figures: [{ statistic: 'cels', by: 'rackId' }] },
      /statistic .*cells/,
    ],
    ['a field that does not refer', { figures: [{ statistic: 'cells', by: 'volts' }] }, /\/by .*rackId/],
    [
      'a figure that the statistic lacks',
      { figures: [{ statistic: 'cells', by: 'rackId', figures: ['sum'] }] },
      /figures\/0\/figures\/0 .*count/,
    ],
    [
      'records that do not refer',
      { tabs: [{ of: 'batteryRack', by: 'name' }] },
      /^\/detail\/tabs\/0\/of .*cell/,
    ],
    ['children, which have their tab', { tabs: [{ of: 'cell', by: 'rackId' }] }, /tabs\/0\/by .*racks/],
  ])('%s is refused', (_, detail, message) => {
    expect(problems(detail)).toEqual([expect.stringMatching(message)]);
  });
});
