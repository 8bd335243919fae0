/** What the kinds of rules make of one value. Pure: no clock, no database. */
import type { Point, PointCondition, PointValue } from '../types.ts';
import { range_bad, threshold_bad } from './band.ts';
import { type ExpressionMemory, expression_step } from './expression.ts';
import { type RateMemory, rate_step } from './rate.ts';
import { state_bad } from './state.ts';
import { value_number } from './value.ts';

/** What a rule remembers of earlier values beside its state. */
export interface Memory {
  rate?: RateMemory;
  expression?: ExpressionMemory;
}

export interface Verdict {
  memory: Memory;
  /** Null: the value says nothing. */
  bad: boolean | null;
  /** What the alarm shows. */
  value: PointValue;
}

/** `up`: the alarm is raised already, which matters where there is a hysteresis. */
export function value_judge(condition: PointCondition, memory: Memory, point: Point, up: boolean): Verdict {
  if (condition.kind === 'state')
    return { memory, bad: state_bad(condition, point.value), value: point.value };
  if (condition.kind === 'expression') {
    const step = expression_step(condition, memory.expression ?? new Map(), point);
    const bad = step.result === null ? null : step.result !== 0;
    return { memory: { expression: step.memory }, bad, value: step.result };
  }
  const value = value_number(point.value);
  if (value === null) return { memory, bad: null, value };
  if (condition.kind === 'rate') {
    const step = rate_step(condition, memory.rate ?? [], point.ts, value);
    return { memory: { rate: step.memory }, bad: step.bad, value };
  }
  const bad =
    condition.kind === 'threshold' ? threshold_bad(condition, value, up) : range_bad(condition, value, up);
  return { memory, bad, value };
}
