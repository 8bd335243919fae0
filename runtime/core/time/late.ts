/** A day that has passed while something was still to be done. */
import type { Field } from '../../../generated/definition.ts';
import { formatMoment } from '../numbers/format.ts';
import { isConditionMet, type Values } from '../rules/rule.ts';

/** Returns whether a date or a moment is overdue for the record that holds it; the last day has not passed. */
export function isLate(field: Field, values: Values, value: unknown, now: number = Date.now()): boolean {
  const condition = field['x-overdueWhen'];
  if (condition === undefined || typeof value !== 'string' || value === '') return false;
  const isPast = field.format === 'date' ? value < formatMoment(now, 'date') : Date.parse(value) < now;
  return isPast && isConditionMet(condition, values);
}
