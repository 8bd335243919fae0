import { expect, it } from 'vitest';
import {
  expandFormulas,
  type Formula,
  formulaCycle,
  formulaLevels,
  formulasLimit,
  formulaValue,
  isFormulaProblem,
  MAX_NESTED,
  parseFormula,
  renameFormula,
} from '../../../../../runtime/core/formula/index.ts';

const parsed = (text: string): Formula => {
  const formula = parseFormula(text);
  if (isFormulaProblem(formula)) throw new Error(formula.problem.en);
  return formula;
};

function book(texts: Record<string, string>) {
  const formulas = new Map(Object.entries(texts).map(([sn, text]) => [sn, parsed(text)]));
  return (sn: string): Formula | null => formulas.get(sn) ?? null;
}

it('formulas over formulas are reduced to measured variables', () => {
  const of = book({ total: '[pv] + [grid]', pv: '[inv1] + [inv2] * 2', share: '[pv] / [total]' });
  const share = expandFormulas(of)('share')!;
  expect(share.variables).toEqual(['inv1', 'inv2', 'grid']);
  const values = new Map([
    ['inv1', 1],
    ['inv2', 2],
    ['grid', 5],
  ]);
  expect(formulaValue(share, values)).toBe(0.5);
});

it('a cycle is found with its path, and has no value instead of an endless loop', () => {
  const of = book({ a: '[b] + 1', b: 'max([x], [c])', c: '[a] * 2', d: '[a]', self: '[self] + 1' });
  expect(formulaCycle('a', of)).toEqual(['a', 'b', 'c', 'a']);
  expect(formulaCycle('self', of)).toEqual(['self', 'self']);
  expect(formulaCycle('d', of)).toBeNull();
  const expand = expandFormulas(of);
  expect(['a', 'b', 'c', 'd', 'self'].map(expand)).toEqual([null, null, null, null, null]);
});

it('a too large expansion is recognised without expanding it', () => {
  const times = (sn: string, count: number) => Array.from({ length: count }, () => `[${sn}]`).join('+');
  const of = book({ a: times('power', 50), b: times('a', 58), c: times('b', 58), d: times('c', 58) });
  const expand = expandFormulas(of);
  expect(expand('d')).toBeNull();
  expect(expand('c')).toBeNull();
  expect(expand('b')!.variables).toEqual(['power']);
  expect(formulaValue(expand('b')!, new Map([['power', 1]]))).toBe(50 * 58);
  expect(['power', 'a', 'b', 'c', 'd'].map(formulasLimit(of))).toEqual([false, false, false, true, true]);
});

it('a long chain of formulas ends, however long it is', () => {
  const of = book(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`v${at}`, `[v${at + 1}]`])));
  const isTooLarge = formulasLimit(of);
  expect(isTooLarge('v0')).toBe(true);
  expect(isTooLarge(`v${50_000 - MAX_NESTED}`)).toBe(false);
  expect(isTooLarge(`v${50_000 - MAX_NESTED - 1}`)).toBe(true);
  expect(expandFormulas(of)(`v${50_000 - MAX_NESTED}`)!.variables).toEqual(['v50000']);
});

it('a copy names its own variables', () => {
  const names = new Map([
    ['A-1', 'B-1'],
    ['a]b', 'c]d'],
  ]);
  expect(renameFormula('[A-1] + [ a]]b ] - [other] * 2', names)).toBe('[B-1] + [c]]d] - [other] * 2');
});

it('calculated variables are created after their inputs', () => {
  const one = (sn: string, formula: string | null = null) => ({ sn, formula });
  const levels = formulaLevels([
    one('c', '[b] + [far]'),
    one('a'),
    one('b', '[a] * 2'),
    one('x', '[y]'),
    one('y', '[x]'),
  ]);
  expect(levels.map((level) => level.map(({ sn }) => sn))).toEqual([['a'], ['b'], ['c'], ['x', 'y']]);
});
