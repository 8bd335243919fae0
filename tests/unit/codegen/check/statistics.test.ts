/**
 * A statistic names only things that exist. A figure that cannot be computed is refused, with the correct
 * form.
 */
import { describe, expect, it } from 'vitest';
import { problemsOf, text } from '../rackWith.ts';

const RACKS = {
  ...{ name: 'racks', title: text, of: 'batteryRack' },
  dimensions: [
    { field: 'level' },
    { name: 'month', field: 'createdAt', step: 'month' },
    { field: 'createdBy' },
  ],
  figures: [
    { name: 'racks', do: 'count', title: text },
    { name: 'cost', do: 'sum', field: 'price' },
    { name: 'mean', do: 'ratio', of: ['cost', 'racks'], title: text },
  ],
};

const problems = (more: object) =>
  problemsOf('', null, {
    statistics: [{ file: 'schemas/statistics/racks.json', value: { ...RACKS, ...more } }],
  }).map(({ pointer, message }) => [pointer, message] as const);

describe('a statistic', () => {
  it("may name fields of the records and the server's fields", () => {
    expect(problems({ by: ['month', 'level'], sort: '-cost', time: 'createdAt' })).toEqual([]);
  });

  it.each<[string, object, string, RegExp]>([
    ['an unknown entity', { of: 'batteryRak' }, '/of', /use "batteryRack"/],
    ['a time that is none', { time: 'level' }, '/time', /createdAt/],
    ['an unknown dimension', { dimensions: [{ field: 'levl' }] }, '/dimensions/0/field', /use "level"/],
    [
      'a step of no date',
      { dimensions: [{ field: 'level', step: 'day' }] },
      '/dimensions/0/field',
      /createdAt/,
    ],
    [
      'ages of no date',
      { dimensions: [{ field: 'level', ages: [{ title: text }, { from: 1, title: text }] }] },
      '/dimensions/0/field',
      /createdAt/,
    ],
    [
      'ages in disorder',
      {
        dimensions: [
          {
            ...{ name: 'age', field: 'createdAt' },
            ages: [{ title: text }, { from: 30, title: text }, { from: 30, title: text }],
          },
        ],
      },
      '/dimensions/0/ages/2',
      /does not continue/,
    ],
    [
      'a past of no date',
      { figures: [{ name: 'a', do: 'count', past: 'level', title: text }] },
      '/figures/0/past',
      /createdAt/,
    ],
    [
      'days of no date',
      { figures: [{ name: 'a', do: 'count', days: { field: 'level', to: -1 }, title: text }] },
      '/figures/0/days/field',
      /createdAt/,
    ],
    [
      'days that end before they begin',
      { figures: [{ name: 'a', do: 'count', days: { field: 'createdAt', from: 7, to: 0 }, title: text }] },
      '/figures/0/days/to',
      /ends before it begins/,
    ],
    [
      'an average that is added up over time',
      { figures: [{ name: 'a', do: 'average', field: 'cells', running: true }] },
      '/figures/0/running',
      /"count" or "sum"/,
    ],
    [
      'a way through no reference',
      { dimensions: [{ name: 'a', field: 'level.name' }] },
      '/dimensions/0/field',
      /there is none/,
    ],
    ['a sum of words', { figures: [{ name: 'a', do: 'sum', field: 'name' }] }, '/figures/0/field', /price/],
    ['a sum of nothing', { figures: [{ name: 'a', do: 'sum' }] }, '/figures/0', /is missing "field"/],
    [
      'a ratio of one',
      { figures: [{ name: 'a', do: 'ratio', of: ['a', 'a'], title: text }] },
      '/figures/0/of/0',
      /nothing/,
    ],
    [
      'a count without a title',
      { figures: [{ name: 'a', do: 'count' }] },
      '/figures/0',
      /is missing "title"/,
    ],
    ['a value outside the options', { where: { level: 'Z' } }, '/where/level', /is not a value of level/],
    ['an unknown sort', { sort: '-costs' }, '/sort', /use "cost"/],
    ['a split by what is no dimension', { by: ['cost'] }, '/by/0', /level/],
    [
      'a figure named as a dimension',
      { figures: [{ name: 'level', do: 'count', title: text }] },
      '/figures/0/name',
      /"level"/,
    ],
  ])('is refused for %s', (_, more, pointer, message) => {
    expect(problems(more)).toContainEqual([pointer, expect.stringMatching(message)]);
  });
});
