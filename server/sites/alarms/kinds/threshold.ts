/**
 * Thresholds and ranges with hysteresis: an alarm ends only after the value has returned by an additional amount. Pure.
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

/** Returns whether the value is bad. While an alarm is active, the hysteresis shifts the limit towards good values. */
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
