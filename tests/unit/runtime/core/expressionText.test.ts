/** The texts of expressions and conditions: their parsed form, how they are printed, and where they are wrong. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow } from '../../../../codegen/load.ts';
import {
  compileText,
  parseText,
  printText,
  replaceTexts,
  type Sort,
  type TextKind,
  textOf,
} from '../../../../runtime/core/expressionText/index.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDERS: Readonly<Record<string, TextKind>> = {
  entities: 'entity',
  fields: 'commonField',
  widgets: 'widget',
  widgetOptions: 'widgetOption',
};

const compiled = (text: string, sort: Sort = 'value'): unknown => {
  const found = compileText(text, sort);
  return 'value' in found ? found.value : found.text.en;
};

describe('the texts of the repository', () => {
  const texts = new Map<string, Sort>();
  for (const [folder, kind] of Object.entries(FOLDERS))
    for (const path of filesBelow(join(ROOT, 'schemas', folder), '.json'))
      replaceTexts(kind, JSON.parse(readFileSync(path, 'utf8')) as object, (text, sort) => {
        texts.set(String(text), sort);
        return text;
      });

  it('are all understood', () => {
    expect(texts.size).toBeGreaterThan(200);
    for (const [text, sort] of texts) expect('value' in compileText(text, sort), text).toBe(true);
  });

  it('are printed with the same meaning', () => {
    for (const [text, sort] of texts) {
      const value = compiled(text, sort);
      expect(compiled(textOf(structuredClone(value), sort), sort), text).toEqual(value);
    }
  });
});

/** Returns random numbers that are the same in each run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const LEAVES = [
  ...[
    { var: 'amount' },
    { var: 'a.b' },
    { var: '../../rate' },
    { var: '../index' },
    { var: '$context.today' },
  ],
  ...[
    { var: '' },
    { var: 'and' },
    { var: ['discount', 0] },
    0,
    12.5,
    -3,
    "it's",
    '',
    'in',
    true,
    false,
    null,
  ],
];
const SHAPES: readonly (readonly [operator: string, least: number, most: number])[] = [
  ...(['+', '*', 'and', 'or'] as const).map((one) => [one, 2, 3] as const),
  ...(['-', '/', '%', '==', '!=', 'in', '??'] as const).map((one) => [one, 2, 2] as const),
  ...(['<', '<=', '>', '>='] as const).map((one) => [one, 2, 3] as const),
  ...[['!', 1, 1] as const, ['!!', 1, 1] as const, ['-', 1, 1] as const, ['if', 3, 5] as const],
  ...[['round', 2, 2] as const, ['max', 1, 1] as const, ['cat', 1, 3] as const, ['filter', 2, 2] as const],
];

function tree(next: (below: number) => number, depth: number): unknown {
  const kind = next(10);
  if (depth === 0 || kind < 2) return LEAVES[next(LEAVES.length)];
  if (kind === 2) return Array.from({ length: next(3) }, () => tree(next, depth - 1));
  if (kind === 3) return { sum: [next(2) === 0 ? { var: 'lines' } : tree(next, depth - 1), 'net'] };
  if (kind === 4) return { allocate: [tree(next, depth - 1), { var: 'lines' }, 'net', { var: '../index' }] };
  const [operator, least, most] = SHAPES[next(SHAPES.length)]!;
  const count = least + next(most - least + 1);
  return { [operator]: Array.from({ length: count }, () => tree(next, depth - 1)) };
}

describe('an expression', () => {
  it('of any shape is printed and parsed to the same', () => {
    const next = chance(7);
    for (let round = 0; round < 2_000; round += 1) {
      const value = tree(next, 4);
      const text = printText(value);
      const parsed = parseText(text);
      if ('value' in parsed) expect(parsed.value, text).toEqual(value);
      else expect(parsed.text.en, text).toMatch(/longer than/);
    }
  });

  it.each([
    ['price * count + 1', { '+': [{ '*': [{ var: 'price' }, { var: 'count' }] }, 1] }],
    ['a - b - c', { '-': [{ '-': [{ var: 'a' }, { var: 'b' }] }, { var: 'c' }] }],
    ['not a = 1 or b', { or: [{ '!': [{ '==': [{ var: 'a' }, 1] }] }, { var: 'b' }] }],
    ['sum(lines.net)', { sum: [{ var: 'lines' }, 'net'] }],
    ['min(a, b.c)', { min: [{ var: 'a' }, { var: 'b.c' }] }],
    [
      'sum(filter(lines, not gone).net)',
      { sum: [{ filter: [{ var: 'lines' }, { '!': [{ var: 'gone' }] }] }, 'net'] },
    ],
    ['default(discount, 0)', { var: ['discount', 0] }],
    ["$parent.rate = 'it''s'", { '==': [{ var: '../../rate' }, "it's"] }],
  ])('%s', (text, value) => {
    expect(compiled(text)).toEqual(value);
  });

  it.each([
    ['', 0, /is empty/],
    ['price *', 7, /a value is missing/],
    ['price count', 6, /no operator between/],
    ['(price', 6, /"\)" is missing/],
    ['rond(price)', 0, /no function "rond": use "round"/],
    ["'open", 0, /no closing quote/],
    ['a == b', 2, /use "=" instead of "=="/],
    ['a && b', 2, /use "and" instead of "&&"/],
    ['a < b > c', 6, /cannot be chained/],
    ['price # 2', 6, /unexpected "#"/],
    [`${'('.repeat(80)}1${')'.repeat(80)}`, 60, /nested too deeply/],
  ])('%s is wrong at its character', (text, at, message) => {
    expect(parseText(text)).toMatchObject({ at, text: { en: expect.stringMatching(message) } });
  });
});

describe('a condition', () => {
  const required = (name: string, test: object) => ({ properties: { [name]: test }, required: [name] });

  it.each([
    ['amount < 0', required('amount', { exclusiveMaximum: 0 })],
    [
      "kind = 'a' and open",
      { properties: { kind: { const: 'a' }, open: { const: true } }, required: ['kind', 'open'] },
    ],
    ["kind != 'a'", { properties: { kind: { not: { const: 'a' } } } }],
    ['kind = null', { properties: { kind: { const: null } } }],
    ['not $saved', { not: required('$context', required('saved', { const: true })) }],
    ['length(lines) >= 1', required('lines', { minItems: 1 })],
    ['amount >= 1 and amount <= 5', required('amount', { minimum: 1, maximum: 5 })],
  ])('%s', (text, schema) => {
    expect(compiled(text, 'condition')).toEqual(schema);
  });

  it.each([
    ['a > b', 4],
    ['a + 1', 2],
    ["a > 'x'", 4],
    ['$parent.a = 1', 0],
  ])('%s is none', (text, at) => {
    expect(compileText(text, 'condition')).toMatchObject({ at });
  });
});
