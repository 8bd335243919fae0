/**
 * Thresholds and ranges, with hysteresis: the value must return by an additional amount before the alarm ends. Pure.
 */
import type { Condition, Operator } from '../types.ts';

type Threshold = Extract<Condition, { kind: 'threshold' }>;
type Range = Extract<Condition, { kind: 'range' }>;

export function isConditionMet(operator: Operator, value: number, threshold: number): boolean {
  switch (operator) {
    case '>':
      return value > threshold;
    case '>=':
      return value >= threshold;
    case '<':
      return value < threshold;
    case '<=':
      return value <= threshold;
    case '=':
      return value === threshold;
    case '!=':
      return value !== threshold;
  }
}

/** Returns whether the value is bad. While an alarm is active, the limit moves by the hysteresis to the good side. */
export function thresholdBad(
  { operator, threshold, hysteresis }: Threshold,
  value: number,
  up: boolean,
): boolean {
  if (!up || hysteresis === 0) return isConditionMet(operator, value, threshold);
  if (operator === '>' || operator === '>=') return isConditionMet(operator, value, threshold - hysteresis);
  if (operator === '<' || operator === '<=') return isConditionMet(operator, value, threshold + hysteresis);
  // The other operators compare for equality.
  const near = Math.abs(value - threshold) <= hysteresis;
  return operator === '=' ? near : !near || value !== threshold;
}

export function rangeBad({ low, high, side, hysteresis }: Range, value: number, up: boolean): boolean {
  const move = up ? hysteresis : 0;
  if (side === 'outside') return value < low + move || value > high - move;
  return value >= low - move && value <= high + move;
}
