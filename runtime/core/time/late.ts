/** Finds overdue records. */
import type { Field } from '../../../generated/definition.ts';
import { formatMoment } from '../numbers/format.ts';
import { isConditionMet, type Values } from '../rules/rule.ts';

/** Returns whether a record is overdue by a date or moment. A date is not overdue on its own day. */
export function isLate(field: Field, values: Values, value: unknown, now: number = Date.now()): boolean {
  const condition = field['x-overdueWhen'];
  if (condition === undefined || typeof value !== 'string' || value === '') return false;
  const isPast = field.format === 'date' ? value < formatMoment(now, 'date') : Date.parse(value) < now;
  return isPast && isConditionMet(condition, values);
}
