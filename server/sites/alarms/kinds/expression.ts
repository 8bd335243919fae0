/** Expressions over several variables, evaluated again with each of their points. Pure. */
import { formulaValue } from '../../../../runtime/core/formula/index.ts';
import type { Condition, Point } from '../types.ts';
import { valueNumber } from './numericValue.ts';

type Expression = Extract<Condition, { kind: 'expression' }>;

/** The newest value of each variable. */
export type ExpressionMemory = ReadonlyMap<string, { ts: number; value: number }>;

/** Returns null if a value is missing or the result is not a number. A non-zero result is bad. */
export function expressionStep(
  { formula }: Expression,
  memory: ExpressionMemory,
  { sn, ts, value }: Point,
): { memory: ExpressionMemory; result: number | null } {
  const number = valueNumber(value);
  const previous = memory.get(sn);
  if (number === null || (previous && previous.ts > ts)) return { memory, result: null };
  const next = new Map(memory).set(sn, { ts, value: number });
  const values = new Map(formula.variables.map((sn) => [sn, next.get(sn)?.value ?? null]));
  return { memory: next, result: formulaValue(formula, values) };
}
