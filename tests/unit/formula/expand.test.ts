import { expect, it } from 'vitest';
import {
  type Formula,
  formula_cycle,
  formula_expand,
  formula_isProblem,
  formula_levels,
  formula_parse,
  formula_rename,
  formula_value,
} from '../../../runtime/core/formula/index.ts';

const parsed = (text: string): Formula => {
  const formula = formula_parse(text);
  if (formula_isProblem(formula)) throw new Error(formula.problem.en);
  return formula;
};

function book(texts: Record<string, string>) {
  const formulas = new Map(Object.entries(texts).map(([sn, text]) => [sn, parsed(text)]));
  return (sn: string): Formula | null => formulas.get(sn) ?? null;
}

it('formulas over formulas come down to measured variables', () => {
  const of = book({ total: '[pv] + [grid]', pv: '[inv1] + [inv2] * 2', share: '[pv] / [total]' });
  const share = formula_expand('share', of('share')!, of);
  expect(share.variables).toEqual(['inv1', 'inv2', 'grid']);
  const values = new Map([
    ['inv1', 1],
    ['inv2', 2],
    ['grid', 5],
  ]);
  expect(formula_value(share, values)).toBe(0.5);
});

it('a cycle is found with its way, and has no value instead of no end', () => {
  const of = book({ a: '[b] + 1', b: 'max([x], [c])', c: '[a] * 2', d: '[a]', self: '[self] + 1' });
  expect(formula_cycle('a', of)).toEqual(['a', 'b', 'c', 'a']);
  expect(formula_cycle('self', of)).toEqual(['self', 'self']);
  expect(formula_cycle('d', of)).toBeNull();
  const expanded = formula_expand('a', of('a')!, of);
  expect(formula_value(expanded, new Map([['x', 1]]))).toBeNull();
});

it('a copy names its own variables', () => {
  const names = new Map([
    ['A-1', 'B-1'],
    ['a]b', 'c]d'],
  ]);
  expect(formula_rename('[A-1] + [ a]]b ] - [other] * 2', names)).toBe('[B-1] + [c]]d] - [other] * 2');
});

it('what is calculated is made after what it is made of', () => {
  const one = (sn: string, formula: string | null = null) => ({ sn, formula });
  const levels = formula_levels([
    one('c', '[b] + [far]'),
    one('a'),
    one('b', '[a] * 2'),
    one('x', '[y]'),
    one('y', '[x]'),
  ]);
  expect(levels.map((level) => level.map(({ sn }) => sn))).toEqual([['a'], ['b'], ['c'], ['x', 'y']]);
});
