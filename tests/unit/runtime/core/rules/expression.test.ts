import { describe, expect, it, vi } from 'vitest';
import type { Field } from '../../../../../generated/definition.ts';
import { computeField, computeValue, keepComputed } from '../../../../../runtime/core/rules/expression.ts';
import { OPERATORS } from '../../../../../runtime/core/rules/operators.ts';

const value = (expression: object, values: object = {}) =>
  computeValue(expression as Record<string, unknown>, values as Record<string, unknown>).value;
const problem = (expression: object, values: object = {}) =>
  computeValue(expression as Record<string, unknown>, values as Record<string, unknown>).problem;
const money = (computed: object): Field => ({
  type: 'string',
  format: 'money',
  'x-computed': computed as Record<string, unknown>,
});

describe('an expression', () => {
  it('computes without eval', () => {
    vi.stubGlobal('eval', () => {
      throw new Error('eval is forbidden');
    });
    expect(value({ '*': [{ var: 'price' }, { var: 'count' }] }, { price: 3, count: 4 })).toBe(12);
    expect(value({ if: [{ '>': [{ var: 'a.b' }, 1] }, 'much', 'little'] }, { a: { b: 2 } })).toBe('much');
    vi.unstubAllGlobals();
  });

  it('supports every operator that the codegen accepts', () => {
    const unknown = Object.keys(OPERATORS).filter((name) => {
      const computed = computeValue({ [name]: [{ var: 'list' }, 1, 0] }, { list: [1] });
      return computed.problem && computed.reason.includes('Unknown Operator');
    });
    expect(unknown).toEqual([]);
  });

  it.each([
    [{ '+': [0.1, 0.2] }, 0.3],
    [{ '*': ['99.99', 3] }, 299.97],
    [{ '-': [1, 0.9] }, 0.1],
    [{ '%': [7.5, 2] }, 1.5],
    [{ '/': [-1, 8] }, -0.125],
    [{ '/': [1, 3] }, '0.33333333333333333333'],
    [{ '*': ['12345678901.23', '1.0001'] }, 12346913469.120123],
  ] as [object, unknown][])('%j is exactly %s', (expression, result) => {
    expect(value(expression)).toBe(result);
  });

  it('rounds half away from zero, to the given decimals', () => {
    const rounded = (figure: unknown, decimals?: number) =>
      value({ round: decimals === undefined ? [figure] : [figure, decimals] });
    expect([rounded('1.005', 2), rounded(2.5), rounded(-2.5), rounded('0.125', 2)]).toEqual([
      1.01, 3, -3, 0.13,
    ]);
  });

  it('counts the days between two dates', () => {
    const days = (from: unknown, to: unknown) =>
      value({ dateDiff: [{ var: 'from' }, { var: 'to' }] }, { from, to });
    expect(days('2026-02-27', '2026-03-01')).toBe(2);
    expect(days('2026-03-28', '2026-03-30')).toBe(2);
    expect(days('2026-03-01', '2026-03-01')).toBe(0);
    expect(days('2026-03-02', '2026-03-01')).toBe(-1);
    expect(days('2026-03-02', null)).toBeNull();
    expect(problem({ days: ['2026-02-30', '2026-03-01'] })).toBe('failed');
    expect(problem({ days: ['2026-03-01T08:00:00Z', '2026-03-02'] })).toBe('failed');
  });

  it('counts the minutes and hours between two moments', () => {
    const between = (from: unknown, to: unknown, unit = 'minute') => value({ dateDiff: [from, to, unit] });
    expect(between('2026-03-01T08:00:00Z', '2026-03-01T09:30:59Z')).toBe(90);
    expect(between('2026-03-01T08:00:00+08:00', '2026-03-01T02:00:00Z', 'hour')).toBe(2);
    expect(between('2026-03-01T09:00:00Z', '2026-03-01T08:59:30Z')).toBe(0);
    expect(between('2026-03-01T08:00:00Z', null)).toBeNull();
    expect(problem({ dateDiff: ['soon', '2026-03-01T08:00:00Z', 'minute'] })).toBe('failed');
  });

  it('adds to a date and counts in larger units', () => {
    const moved = (...operands: unknown[]) => value({ dateAdd: operands });
    expect(moved('2026-01-31', 1, 'month')).toBe('2026-02-28');
    expect(moved('2028-02-29', 1, 'year')).toBe('2029-02-28');
    expect(moved('2026-12-31', 1)).toBe('2027-01-01');
    expect(moved('2026-03-15', -2, 'week')).toBe('2026-03-01');
    expect(moved({ var: 'none' }, 2)).toBeNull();
    const between = (from: string, to: string, unit: string) => value({ dateDiff: [from, to, unit] });
    expect(between('2026-01-31', '2026-02-28', 'month')).toBe(1);
    expect(between('2026-01-15', '2026-03-14', 'month')).toBe(1);
    expect(between('2026-03-14', '2026-01-15', 'month')).toBe(-1);
    expect(between('2024-06-01', '2026-05-31', 'year')).toBe(1);
    expect(problem({ dateAdd: ['2026-02-30', 1] })).toBe('failed');
  });

  it('returns the sum, minimum and maximum of lines, ignoring empty values', () => {
    const lines = [{ cost: '0.10' }, { cost: '0.20' }, {}];
    expect(value({ sum: [{ var: 'lines' }, 'cost'] }, { lines })).toBe(0.3);
    expect(value({ sum: [{ var: 'lines' }, 'cost'] }, {})).toBe(0);
    expect(value({ max: [{ var: 'lines' }, 'cost'] }, { lines })).toBe(0.2);
    expect(value({ min: [{ var: 'lines' }, 'cost'] }, { lines: [] })).toBeNull();
    expect(value({ sum: { var: 'figures' } }, { figures: [1, 2] })).toBe(3);
  });

  it('is empty if an operand is empty, or uses the given replacement', () => {
    const net = { '*': [{ var: 'price' }, { '-': [1, { var: 'discount' }] }] };
    expect(value(net, { price: 100 })).toBeNull();
    expect(value(net, { price: 100, discount: null })).toBeNull();
    const filled = { '*': [{ var: 'price' }, { '-': [1, { var: ['discount', 0] }] }] };
    expect(value(filled, { price: 100, discount: null })).toBe(100);
  });

  it('compares figures by value, in any notation, and never with empty values', () => {
    expect(value({ '>': [{ var: 'a' }, { var: 'b' }] }, { a: '10.00', b: '9.00' })).toBe(true);
    expect(value({ '==': [{ var: 'a' }, 30.3] }, { a: '30.30' })).toBe(true);
    expect(value({ '<=': [{ var: 'a' }, 0] })).toBeNull();
    expect(value({ '<': ['2026-01-02T09:00:00+08:00', '2026-01-02T02:00:00Z'] })).toBe(true);
    expect(value({ '<': [0, { var: 'a' }, 10] }, { a: '9.5' })).toBe(true);
    expect(value({ '<': ['2026-01-02', '2026-01-10'] })).toBe(true);
  });

  it('adds up the amounts of lines exactly', () => {
    const lines = Array.from({ length: 10 }, () => ({ amount: '0.10' }));
    const sum = {
      reduce: [{ var: 'lines' }, { '+': [{ var: 'accumulator' }, { var: 'current.amount' }] }, 0],
    };
    expect(value(sum, { lines })).toBe(1);
  });

  it('returns the reason if it has no value', () => {
    expect(problem({ total: [1, 2] })).toBe('failed');
    expect(problem({ '*': [{ var: 'name' }, 2] }, { name: 'eleven' })).toBe('notNumber');
    expect(problem({ '/': [1, { var: 'count' }] }, { count: 0 })).toBe('byZero');
    const square = (deep: number): object =>
      deep === 0 ? { var: 'x' } : { '*': [square(deep - 1), square(deep - 1)] };
    expect(problem(square(9), { x: '1234567.89' })).toBe('tooLarge');
  });
});

describe('a computed field', () => {
  it('is computed once for an object, unless it reads surrounding values', () => {
    const priced = { type: 'number', 'x-computed': { '*': [{ var: 'a' }, 2] } } as const;
    const placed = { type: 'number', 'x-computed': { '+': [{ var: '../index' }, 1] } } as const;
    const line = { a: 3 };
    const list = [line, line];
    expect(computeField(priced, line)).toBe(computeField(priced, line));
    expect(computeField(priced, { ...line, a: 4 })).toEqual({ value: 8 });
    expect([0, 1].map((index) => computeField(placed, line, {}, { list, index, values: {} }).value)).toEqual([
      1, 2,
    ]);
  });

  const priced = money({ '*': [{ var: 'price' }, { var: 'count' }] });

  it('is reused for a copy with another value, unless it reads that value', () => {
    const all = money({ '+': [{ var: 'count' }, { length: [{ var: '' }] }] });
    const line = { price: 3, count: 2 };
    const [amount, whole] = [computeField(priced, line), computeField(all, line)];
    const [named, dearer] = [
      { ...line, name: 'Rack' },
      { ...line, price: 4 },
    ];
    keepComputed(line, named, 'name');
    keepComputed(line, dearer, 'price');
    expect(computeField(priced, named)).toBe(amount);
    expect(computeField(all, named)).not.toBe(whole);
    expect(computeField(priced, dearer).value).toBe('8.00');
  });

  it('is an amount of two decimals, rounded half up', () => {
    expect(computeField(priced, { price: '10.10', count: 3 }).value).toBe('30.30');
    expect(computeField(priced, { price: '1.005', count: 1 }).value).toBe('1.01');
    expect(computeField(priced, { price: '10.10' }).value).toBeNull();
  });

  it('refuses a value that its field cannot store', () => {
    expect(computeField(priced, { price: '9999999999.99', count: 2 }).problem).toBe('tooLarge');
    expect(computeField(money({ cat: ['a', 'b'] }), {}).problem).toBe('notNumber');
    expect(computeField({ type: 'boolean', 'x-computed': { cat: ['a'] } }, {}).problem).toBe('failed');
  });

  it('is a number or a whole number, by the type of its field', () => {
    const half: Record<string, unknown> = { '/': [{ var: 'n' }, 2] };
    expect(computeField({ type: 'number', 'x-computed': half }, { n: 5 }).value).toBe(2.5);
    expect(computeField({ type: 'integer', 'x-computed': half }, { n: 5 }).value).toBe(3);
  });
});
