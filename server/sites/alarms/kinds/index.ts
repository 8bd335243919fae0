/** Evaluates one value according to the kind of the rule. Pure: no clock, no database. */
import type { Point, PointCondition, PointValue } from '../types.ts';
import { type ExpressionMemory, expressionStep } from './expression.ts';
import { valueNumber } from './numericValue.ts';
import { type RateMemory, rateStep } from './rate.ts';
import { stateBad } from './state.ts';
import { rangeBad, thresholdBad } from './threshold.ts';

/** Earlier values that a rule needs in addition to its state. */
export interface Memory {
  rate?: RateMemory;
  expression?: ExpressionMemory;
}

export interface Verdict {
  memory: Memory;
  /** Null if the value allows no decision. */
  bad: boolean | null;
  /** The value to show in the alarm. */
  value: PointValue;
}

/** `up`: the alarm is already active. This matters for a hysteresis. */
export function judgeValue(condition: PointCondition, memory: Memory, point: Point, up: boolean): Verdict {
  if (condition.kind === 'state')
    return { memory, bad: stateBad(condition, point.value), value: point.value };
  if (condition.kind === 'expression') {
    const step = expressionStep(condition, memory.expression ?? new Map(), point);
    const bad = step.result === null ? null : step.result !== 0;
    return { memory: { expression: step.memory }, bad, value: step.result };
  }
  const value = valueNumber(point.value);
  if (value === null) return { memory, bad: null, value };
  if (condition.kind === 'rate') {
    const step = rateStep(condition, memory.rate ?? [], point.ts, value);
    return { memory: { rate: step.memory }, bad: step.bad, value };
  }
  const bad =
    condition.kind === 'threshold' ? thresholdBad(condition, value, up) : rangeBad(condition, value, up);
  return { memory, bad, value };
}
