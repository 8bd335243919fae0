/** Checks for unfinished work with a past day. */
import type { Field } from '../../../generated/definition.ts';
import { formatMoment } from '../numbers/format.ts';
import { isConditionMet, type Values } from '../rules/rule.ts';

/** Returns whether a date or a moment is overdue for the record that contains it. It is not overdue on its last day. */
export function isLate(field: Field, values: Values, value: unknown, now: number = Date.now()): boolean {
  const condition = field['x-overdueWhen'];
  if (condition === undefined || typeof value !== 'string' || value === '') return false;
  const isPast = field.format === 'date' ? value < formatMoment(now, 'date') : Date.parse(value) < now;
  return isPast && isConditionMet(condition, values);
}
