/** Roll-ups and numbers that the server cannot store are refused, with the correct form. */
import { describe, expect, it } from 'vitest';
import { EXTRA, field, problemsOf, text } from '../rackWith.ts';

const messages = (value: unknown) => problemsOf(EXTRA, value).map(({ message }) => message);
const rollup = (more: object, own: object = {}) =>
  field({
    type: 'integer',
    readOnly: true,
    'x-rollup': { of: 'batteryRack.extra', do: 'count', ...more },
    ...own,
  });
const number = (sequence: object, more: object = {}) =>
  field({ type: 'string', readOnly: true, 'x-sequence': { pattern: 'R{n}', ...sequence }, ...more });

describe('a roll-up', () => {
  it.each<[string, unknown, RegExp]>([
    [
      'an entity that there is not',
      rollup({ of: 'batteryRak.extra' }),
      /is not the name of an entity: use "batteryRack"/,
    ],
    ['a field that there is not', rollup({ of: 'batteryRack.lvel' }), /is not a field of batteryRack/],
    ['a field that refers to nothing', rollup({ of: 'batteryRack.level' }), /does not refer to batteryRack/],
    ['itself', rollup({}), /leads back to batteryRack/],
    ['a mark that there is not', rollup({ of: '_marks.like' }), /not a mark of batteryRack with "count"/],
    ['the least of a mark', rollup({ of: '_marks.like', do: 'min' }), /"do": "count" and nothing else/],
    ['a field that people write', rollup({}, { readOnly: false }), /"readOnly": true/],
    ['a sum of nothing', rollup({ do: 'sum' }), /is missing "field"/],
    ['a sum of texts', rollup({ do: 'sum', field: 'level' }), /cannot be used with "sum"/],
    ['a value of another type', rollup({ do: 'last', field: 'level' }), /must be|type/],
    ['a count of a field', rollup({ field: 'cells' }), /counts records: remove it/],
    ['a condition that never holds', rollup({ where: "level = 'C'" }), /use "?/],
  ])('is refused of %s', (_, value, message) => {
    expect(messages(value)).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });
});

describe('a number', () => {
  it.each<[string, unknown, RegExp]>([
    ['that is not unique', number({}), /add \["extra"\] to "unique"/],
    ['that begins again unseen', number({ by: ['month'] }), /restarts each month.*\{yyyy\}\{MM\}/],
    [
      'of a field that there is not',
      number({ pattern: 'R{lvel}{n}' }),
      /is not a field of batteryRack: use "level"/,
    ],
    ['that is no text', number({}, { type: 'integer' }), /needs a plain text/],
    [
      'without gaps that people enter',
      number({ given: true, gapless: true }, { readOnly: false }),
      /may be entered/,
    ],
  ])('is refused %s', (_, value, message) => {
    expect(messages(value)).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });
});

describe('an exclusive mark', () => {
  const single = (by: string[], more: object = {}) => field({ type: 'boolean', 'x-exclusive': by, ...more });

  it('may be unique over all, or among records with equal fields', () => {
    expect(messages(single([]))).toEqual([]);
    expect(messages(single(['level']))).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ['of a text', field({ type: 'string', 'x-exclusive': [] }), /is for a "boolean"/],
    ['that nobody may set', single([], { readOnly: true }), /is for a "boolean"/],
    ['among those that agree in no field', single(['lvel']), /is not a field of batteryRack: use "level"/],
    ['among those that agree in itself', single(['extra']), /is not a field of batteryRack/],
  ])('is refused %s', (_, value, message) => {
    expect(messages(value)).toEqual([expect.stringMatching(message)]);
  });
});

describe('a key of some records', () => {
  const keyProblems = (...keys: object[]) =>
    problemsOf('uniqueWhere', keys).map(({ pointer, message }) => [pointer, message]);

  it('passes if its fields are comparable and its values are possible', () => {
    expect(keyProblems({ fields: ['cells'], where: { level: ['A', 'B'] } })).toEqual([]);
    expect(keyProblems({ fields: ['cells', 'level'], where: { level: null } })).toEqual([]);
  });

  it.each<[string, object[], string, RegExp]>([
    ['over no field', [{ fields: ['cels'], where: { level: 'A' } }], '/0/fields/0', /use "cells"/],
    ['over a list', [{ fields: ['lines'], where: { level: 'A' } }], '/0/fields/0', /is allowed here/],
    ['of a value that none has', [{ fields: ['cells'], where: { level: 'C' } }], '/0/where/level', /A, B/],
    ['that is one of all records', [{ fields: ['name'], where: { level: 'A' } }], '/0/fields', /key already/],
    [
      'said twice',
      [
        { fields: ['cells'], where: { level: 'A' } },
        { fields: ['cells'], where: { level: 'B' } },
      ],
      '/1/fields',
      /key already/,
    ],
  ])('is refused %s', (_, keys, pointer, message) => {
    expect(keyProblems(...keys)).toEqual([[`/uniqueWhere${pointer}`, expect.stringMatching(message)]]);
  });
});

describe('totals of some records', () => {
  const listProblems = (list: object) =>
    problemsOf('list', { columns: ['name'], ...list }).map(({ pointer, message }) => [pointer, message]);

  it('pass if their values are possible', () => {
    expect(listProblems({ totals: ['cells'], totalsWhere: { level: ['A', 'B'] } })).toEqual([]);
  });

  it('are refused for an impossible value, and without sums', () => {
    expect(listProblems({ totals: ['cells'], totalsWhere: { level: 'C' } })).toEqual([
      ['/list/totalsWhere/level', expect.stringMatching(/A, B/)],
    ]);
    expect(listProblems({ totalsWhere: { level: 'A' } })).toEqual([['/list/totalsWhere', expect.anything()]]);
  });
});

describe('a key that warns', () => {
  const warns = { fields: ['cells'], where: { level: 'A' }, warn: true };

  it('is checked by the form of one of its fields, or refused', () => {
    expect(problemsOf('uniqueWhere', [warns])).toEqual([
      expect.objectContaining({
        pointer: '/uniqueWhere/0/warn',
        message: expect.stringContaining('x-checkUnique'),
      }),
    ]);
  });
});

describe('one-way records', () => {
  const rack = { type: 'integer', title: text, 'x-ref': 'batteryRack' };
  const problems = (more: object, fields: object = {}) =>
    problemsOf('oneWay', { from: 'extra', to: 'other', text, ...more }, {}, [], {
      extra: rack,
      other: rack,
      ...fields,
    }).map(({ pointer, message }) => [pointer, message]);

  it('connect records of the same kind', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ where: { level: 'A' } })).toEqual([]);
  });

  it.each<[string, object, object, string, RegExp]>([
    ['from no reference', { from: 'cells' }, {}, '/from', /is not a field of batteryRack/],
    ['to another kind', {}, { other: { ...rack, 'x-ref': 'user' } }, '/to', /reference to "batteryRack"/],
    ['with a value that none has', { where: { level: 'C' } }, {}, '/where/level', /A, B/],
  ])('are refused %s', (_, more, fields, pointer, message) => {
    expect(problems(more, fields)).toContainEqual([`/oneWay${pointer}`, expect.stringMatching(message)]);
  });
});

describe('the marks of an entity', () => {
  const mark = (name: string, more: object = {}) => ({ name, title: text, ...more });
  const markProblems = (...marks: object[]) => problemsOf('marks', marks).map(({ message }) => message);

  it('pass, and are refused for duplicates, an unknown icon, and two marks that opening sets', () => {
    expect(markProblems(mark('favourite', { filter: text }), mark('read', { opened: true }))).toEqual([]);
    expect(markProblems(mark('like'), mark('like'))).toEqual([expect.stringMatching(/used twice here/)]);
    expect(markProblems(mark('like', { icon: 'str' }))).toEqual([expect.stringContaining('"star"')]);
    expect(markProblems(mark('read', { opened: true }), mark('seen', { opened: true }))).toEqual([
      expect.stringMatching(/remove one/),
    ]);
  });
});
