import { ruleDays } from '../../../core/time/recurrence.ts';
import { DAY_MS, dateOf } from '../../../core/time/timeWindow.ts';
import { dayAfter } from '../../../core/time/workDays.ts';
import { rrule } from '../../../fieldTypes/rrule/type.ts';
import { timeZone } from '../../../kit/browser/timeZone.ts';

const SHOWN = 3;
/** Search ranges in days. They grow, because most rules have a day soon. */
const AHEAD = [62, 800, 8_000];

const todayHere = (): string => new Date(dateOf(Date.now(), timeZone) * DAY_MS).toISOString().slice(0, 10);

/** Returns the first days of a rule that begins today. Null for an invalid rule. */
export function nextDays(rule: string, today = todayHere()): string[] | null {
  if (!rrule.pattern?.test(rule)) return null;
  let days: string[] = [];
  for (const ahead of AHEAD) {
    days = ruleDays(rule, today, { from: today, to: dayAfter(today, ahead) }).slice(0, SHOWN);
    if (days.length === SHOWN) break;
  }
  return days;
}
