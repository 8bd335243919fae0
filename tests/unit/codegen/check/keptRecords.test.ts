/** Closed months and books that cannot work are refused, with the correct form. */
import { describe, expect, it } from 'vitest';
import { LEVEL_FILE, level } from '../fixture.ts';
import { problemsOf, text } from '../rackWith.ts';

const day = { type: 'string', format: 'date', title: text };
const undoes = { type: 'integer', title: text, 'x-ref': 'batteryRack' };
const kinds = { ...level, name: 'periodKind', entries: [{ value: 'racks', title: text }] };
const dictionaries = [
  { file: LEVEL_FILE, value: level },
  { file: 'schemas/dictionaries/periodKind.json', value: kinds },
];
const problems = (keyword: string, value: object, fields: object) =>
  problemsOf(keyword, value, { dictionaries }, [], fields).map(({ pointer, message }) => [pointer, message]);

describe('a period', () => {
  const period = (more: object) =>
    problems(
      'period',
      { kind: 'racks', day: 'begins', ...more },
      { begins: day, twice: { ...day, 'x-computed': 'begins' } },
    );

  it('passes with a kind and a date', () => {
    expect(period({ open: ['name'] })).toEqual([]);
  });

  it.each<[string, object, string, RegExp]>([
    ['of an unknown kind', { kind: 'rack' }, '/period/kind', /"racks"/],
    ['without a date', { day: 'name' }, '/period/day', /begins/],
    ['with an open field that is not there', { open: ['nme'] }, '/period/open/0', /"name"/],
    ['with an open field that is computed', { open: ['twice'] }, '/period/open/0', /follows other records/],
  ])('is refused %s', (_, more, pointer, message) => {
    expect(period(more)).toEqual([[pointer, expect.stringMatching(message)]]);
  });
});

describe('a book', () => {
  const counter = { field: 'undoesId', amounts: ['cells'], same: ['name'] };
  const book = (more: object) => problems('book', { counter, ...more }, { undoesId: undoes });

  it('is refused if its calls change entries, or allow a second reversal', () => {
    expect(book({})).toEqual([
      ['/book/counter/field', expect.stringContaining('["undoesId"]')],
      ['/api', expect.stringContaining('remove "delete"')],
    ]);
  });

  it.each<[string, object, string, RegExp]>([
    [
      'whose amounts are texts',
      { counter: { ...counter, amounts: ['level'] } },
      '/book/counter/amounts/0',
      /cells/,
    ],
    [
      'whose counter is no reference',
      { counter: { ...counter, field: 'cells' } },
      '/book/counter/field',
      /x-ref/,
    ],
    ['with an open field that is not there', { open: ['nme'] }, '/book/open/0', /"name"/],
  ])('is refused %s', (_, more, pointer, message) => {
    expect(book(more)).toContainEqual([pointer, expect.stringMatching(message)]);
  });
});
