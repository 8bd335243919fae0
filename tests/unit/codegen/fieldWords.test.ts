/**
 * Tests every keyword of a field at every place for fields. Either codegen accepts it and it works as the
 * guide describes, or codegen refuses it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEEDS, OWN_WORDS } from '../../../codegen/check/checkWords.ts';
import { compileWritten } from '../../../codegen/compile.ts';
import { MESSAGES } from '../../../codegen/messages/messages.ts';
import type { Field } from '../../../generated/definition.ts';
import { fillDefaults } from '../../../runtime/core/rules/defaults.ts';
import { fieldState } from '../../../runtime/core/rules/rule.ts';
import { settleValues } from '../../../runtime/core/rules/values.ts';
import { figure, problemsOf, text } from './rackWith.ts';

const ROOT = join(import.meta.dirname, '../../..');
const META = JSON.parse(readFileSync(join(ROOT, 'schemas/meta/field.schema.json'), 'utf8')) as {
  properties: Record<string, unknown>;
};
const GUIDE = readFileSync(join(ROOT, 'docs/guide/fields.md'), 'utf8').split(
  '## Where a keyword is allowed',
)[1]!;

const AMOUNT = { type: 'string', title: text, format: 'money' };
const YES_NO = { type: 'boolean', title: text };
const WORD = { type: 'string', title: text };
const PLACED = { type: 'string', title: text, 'x-dictionary': 'level', 'x-control': 'cascader' };

/** A field with each word as an author uses it, beside the fields `flag` and `count`. */
const USES: Record<string, object> = {
  'x-dictionary': { ...WORD, 'x-dictionary': 'level' },
  'x-options': { ...WORD, 'x-options': [{ value: 'a', title: text }] },
  'x-ref': { type: 'integer', title: text, 'x-ref': 'batteryRack' },
  'x-refKey': { ...WORD, 'x-ref': 'batteryRack', 'x-refKey': 'name' },
  'x-looseRef': { type: 'integer', title: text, readOnly: true, 'x-ref': 'batteryRack', 'x-looseRef': true },
  'x-refWhere': { type: 'integer', title: text, 'x-ref': 'batteryRack', 'x-refWhere': { cells: '12' } },
  'x-unit': { type: 'number', title: text, 'x-unit': 'V' },
  'x-decimals': { type: 'number', title: text, 'x-decimals': 2 },
  'x-megabytes': { type: 'string', title: text, format: 'file', 'x-megabytes': 100 },
  'x-control': { ...WORD, 'x-control': 'textarea' },
  'x-visible': { ...WORD, 'x-visible': 'flag' },
  'x-enabled': { ...WORD, 'x-enabled': 'flag' },
  'x-required': { ...WORD, 'x-required': 'flag' },
  'x-requiredText': { ...WORD, 'x-required': 'flag', 'x-requiredText': text },
  'x-overdueWhen': { type: 'string', title: text, format: 'date', 'x-overdueWhen': 'flag' },
  'x-clearWhenHidden': { ...WORD, 'x-visible': 'flag', 'x-clearWhenHidden': true },
  'x-immutable': { ...WORD, 'x-immutable': true },
  'x-computed': figure('count * 2'),
  'x-default': { type: 'integer', title: text, 'x-default': 'count + 1' },
  'x-permission': { ...WORD, 'x-permission': 'batteryRack:update' },
  'x-createInPlace': { type: 'integer', title: text, 'x-ref': 'batteryRack', 'x-createInPlace': true },
  'x-emptyText': { type: 'integer', title: text, 'x-ref': 'batteryRack', 'x-emptyText': text },
  'x-pairedField': { ...PLACED, 'x-pairedField': 'beside' },
  'x-exclusive': { ...YES_NO, 'x-exclusive': ['cells'] },
  'x-rules': {
    ...{ type: 'object', title: text, properties: { part: { type: 'integer', title: text } } },
    'x-rules': [{ check: 'part > 1', at: 'part', text }],
  },
  'x-dayPlan': {
    ...{ type: 'array', title: text, 'x-control': 'table', 'x-dayPlan': true },
    items: {
      type: 'object',
      properties: { start: WORD, end: WORD, power: { type: 'number', title: text } },
    },
  },
  'x-sequence': { ...WORD, readOnly: true, 'x-sequence': { pattern: 'R{n:4}' } },
  'x-copyInto': { type: 'integer', title: text, 'x-ref': 'batteryRack', 'x-copyInto': { name: 'name' } },
  'x-copyFrom': { ...WORD, readOnly: true, 'x-copyFrom': 'rack.name' },
  'x-snapshot': { ...WORD, readOnly: true, 'x-copyFrom': 'rack.name', 'x-snapshot': true },
  'x-rollup': {
    type: 'integer',
    title: text,
    readOnly: true,
    'x-rollup': { of: 'batteryRack.rack', do: 'count' },
  },
  'x-sealed': { ...WORD, readOnly: true, 'x-permission': 'batteryRack:update', 'x-sealed': true },
  'x-checkUnique': { ...WORD, 'x-checkUnique': true },
  'x-suggestDuplicates': { ...WORD, 'x-suggestDuplicates': true },
  writeOnly: { ...WORD, writeOnly: true },
  readOnly: { ...WORD, readOnly: true },
};
/** Separate files test these, because they need a call, a table of an entity, or the currency of a record. */
const ELSEWHERE = ['x-liveHint', 'x-lookup', 'x-propose', 'x-readings', 'x-currency', 'x-lines'];

const BESIDE = { flag: YES_NO, count: { type: 'integer', title: text }, beside: WORD };
const rowsOf = (extra: object) => ({
  ...{ type: 'array', title: text, 'x-control': 'table' },
  items: { type: 'object', properties: { ...BESIDE, extra } },
});
const withForm = (extra: object) => ({
  field: 'level',
  initial: 'A',
  transitions: [
    {
      ...{ name: 'seal', title: text, from: ['A'], to: 'B' },
      form: { type: 'object', properties: { ...BESIDE, extra } },
    },
  ],
});

type Problem = { pointer: string; message: string };
const atRack = (path: string, value: object): Problem[] =>
  problemsOf(path, value, {}, [], {
    ...BESIDE,
    rack: { type: 'integer', title: text, 'x-ref': 'batteryRack' },
  }) as Problem[];
const PLACES: Record<string, (extra: object) => Problem[]> = {
  'of a record': (extra) => atRack('/schema/properties/extra', extra),
  'within another field': (extra) => [
    ...atRack('/schema/properties/rows', rowsOf(extra)),
    ...atRack('/schema/properties/part', { type: 'object', title: text, properties: { ...BESIDE, extra } }),
  ],
  'in the form of a move': (extra) => atRack('/states', withForm(extra)),
};

const NO_USE: readonly string[] = [
  ...[MESSAGES.wordOfRecord.en, MESSAGES.keptWithin.en, MESSAGES.sealedWithin.en],
];
const isNoUse = ({ message }: Problem): boolean => NO_USE.includes(message);

describe('a keyword of a field', () => {
  it('has a use here', () => {
    const words = Object.keys(META.properties).filter((word) => word.startsWith('x-'));
    expect([...Object.keys(USES).filter((word) => word.startsWith('x-')), ...ELSEWHERE].sort()).toEqual(
      words.toSorted(),
    );
  });

  it.each(Object.keys(USES))('%s is refused where it has no effect', (word) => {
    const isOwn = (OWN_WORDS as readonly string[]).includes(word);
    for (const [place, problems] of Object.entries(PLACES)) {
      const found = problems(USES[word]!).filter(({ pointer }) => pointer.endsWith(`/${word}`));
      const isHere = place === 'of a record' || !isOwn;
      expect([word, place, found.some(isNoUse)]).toEqual([word, place, !isHere]);
    }
  });

  it.each(Object.keys(USES).filter((word) => !(OWN_WORDS as readonly string[]).includes(word)))(
    '%s is accepted at every place',
    (word) => {
      for (const [place, problems] of Object.entries(PLACES))
        expect([place, problems(USES[word]!)]).toEqual([place, []]);
    },
  );

  it('without its counterpart is refused', () => {
    const alone: Record<keyof typeof NEEDS, object> = {
      'x-clearWhenHidden': { ...WORD, 'x-clearWhenHidden': true },
      'x-createInPlace': { ...WORD, 'x-createInPlace': true },
      'x-decimals': { ...WORD, 'x-decimals': 2 },
      'x-refKey': { ...WORD, 'x-refKey': 'name' },
      'x-refWhere': { ...WORD, 'x-refWhere': { cells: '12' } },
      'x-requiredText': { ...WORD, 'x-requiredText': text },
      'x-emptyText': { ...WORD, 'x-emptyText': text },
      'x-checkUnique': { ...WORD, 'x-checkUnique': true },
      'x-unit': { ...WORD, 'x-unit': 'V' },
      'x-looseRef': { ...WORD, readOnly: true, 'x-looseRef': true },
      'x-megabytes': { ...WORD, 'x-megabytes': 100 },
      'x-pairedField': { ...WORD, 'x-pairedField': 'beside' },
    };
    for (const [word, extra] of Object.entries(alone)) {
      const found = PLACES['of a record']!(extra);
      expect([word, found.map(({ message }) => message).join()]).toEqual([
        word,
        expect.stringContaining('has no effect alone: add'),
      ]);
    }
  });
});

describe('the guide', () => {
  const cells = (line: string): string[] => line.split('|').map((cell) => cell.trim());
  const wordsOf = (cell = ''): string[] => [...cell.matchAll(/`([\w-]+)`/g)].map(([, word]) => word!);

  it('lists the keywords of a record, and their counterparts', () => {
    const [own, needs] = GUIDE.split('\n\n').filter((part) => part.startsWith('| keyword'));
    expect(wordsOf(cells(own!.split('\n')[2]!)[1])).toEqual([...OWN_WORDS]);
    const named = needs!
      .split('\n')
      .slice(2)
      .flatMap((line) => wordsOf(cells(line)[1]));
    expect(named.sort()).toEqual(Object.keys(NEEDS).sort());
  });
});

describe('an accepted keyword within another field works there', () => {
  const extra = (word: string) =>
    compileWritten('entity', { schema: { properties: { extra: USES[word] as Field } } }, new Map()).schema
      .properties.extra;
  const fieldWith = (word: string): Field => ({
    type: 'object',
    properties: {
      rows: { type: 'array', items: { type: 'object', properties: { extra: extra(word) } } },
      part: { type: 'object', properties: { extra: extra(word) } },
    },
  });
  const inner = { flag: false, count: 3, extra: 'x' };
  const values = { rows: [inner], part: inner };

  it('computed fields, and paired fields', () => {
    const doubled = { ...inner, extra: 6 };
    expect(settleValues(fieldWith('x-computed'), values)).toEqual({ rows: [doubled], part: doubled });
    const { extra: _, ...emptied } = inner;
    expect(settleValues(fieldWith('x-clearWhenHidden'), values)).toEqual({ rows: [emptied], part: emptied });
  });

  it('values to begin with', () => {
    const own: Field = { properties: { count: { type: 'integer' }, extra: extra('x-default') } };
    expect(fillDefaults(own, { count: 3 })).toEqual({ count: 3, extra: 4 });
  });

  it('conditions', () => {
    const stateOf = (word: string, flag: boolean) =>
      fieldState(extra(word), 'extra', { properties: { extra: extra(word) } }, { flag }, {});
    for (const flag of [true, false]) {
      expect(stateOf('x-visible', flag).visible).toBe(flag);
      expect(stateOf('x-enabled', flag).enabled).toBe(flag);
      expect(stateOf('x-required', flag).required).toBe(flag);
    }
  });

  it('amounts', () => {
    expect(PLACES['within another field']!(AMOUNT)).toEqual([]);
  });
});
