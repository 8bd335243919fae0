/** Refuses plans whose rule has no day. Otherwise the plan would be saved but never do anything. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { ruleDays } from '../../../runtime/core/time/recurrence.ts';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { same } from './write/storedEqual.ts';

/**
 * Number of days in which the first day of a rule is searched, in increasing steps. Leap days can be eight years
 * apart.
 */
const LOOKS = [40, 400, 4_000];
const NEVER = {
  zh: '该周期没有任何日期，请修改周期或起止日期',
  en: 'This recurrence has no dates. Change the recurrence, or its first or last day.',
};

/** Throws if the rule of a plan has no day between the plan's first and last day. `before` is the stored record. */
export function refuseEmptyRule(
  { schedule, schema }: EntityDefinition,
  values: Values,
  before: Row | null,
  lang: Lang,
): void {
  if (!schedule || !schema.properties?.[schedule.rule]) return;
  const names = [schedule.rule, schedule.from, schedule.until].filter((name) => name !== undefined);
  if (before && names.every((name) => same(before[name], values[name]))) return;
  const read = (name: string): unknown => (schema.properties?.[name] ? values[name] : name);
  const [rule, from, until] = names.map(read);
  if (typeof rule !== 'string' || typeof from !== 'string') return;
  const hasDay = LOOKS.some((days) => {
    const to = dayAfter(from, days);
    const last = typeof until === 'string' && until < to ? until : to;
    return ruleDays(rule, from, { from, to: last }).length > 0;
  });
  if (hasDay) return;
  const errors = [{ field: `/${schedule.rule}`, msg: pickText(NEVER, lang) }];
  throw new AppError('http.invalid', {}, { errors });
}
