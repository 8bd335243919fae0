/** Expressions over several variables, judged anew with each of their points. Pure. */
import { formula_value } from '../../../runtime/core/formula/index.ts';
import { hold_ms, value_held } from '../../telemetry/calculation.ts';
import type { TelemetryVariable } from '../../telemetry/types.ts';
import type { Condition, Point } from '../types.ts';
import { value_number } from './value.ts';

type Expression = Extract<Condition, { kind: 'expression' }>;

/** The newest value of each variable. */
export type ExpressionMemory = ReadonlyMap<string, { ts: number; value: number }>;

/** As long as the devices of the variables may be silent. */
export const expression_holds = (
  variables: readonly Pick<TelemetryVariable, 'sn' | 'offlineAfter'>[],
): Expression['holds'] => Object.fromEntries(variables.map((one) => [one.sn, hold_ms(one)]));

/** Null while a value is missing or too old (as of the newest of them, as calculated variables have it), or when the result is no number. A result other than 0 is bad. */
export function expression_step(
  { formula, holds }: Expression,
  memory: ExpressionMemory,
  { sn, ts, value }: Point,
): { memory: ExpressionMemory; result: number | null } {
  const number = value_number(value);
  const known = memory.get(sn);
  if (number === null || (known && known.ts > ts)) return { memory, result: null };
  const next = new Map(memory).set(sn, { ts, value: number });
  const newest = Math.max(...[...next.values()].map((one) => one.ts));
  const values = new Map(
    formula.variables.map((one) => [one, value_held(next.get(one), holds[one] ?? 0, newest)]),
  );
  return { memory: next, result: formula_value(formula, values) };
}
