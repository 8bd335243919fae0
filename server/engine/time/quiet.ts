/** The quiet hours of a tenant: what time makes due in them is told when they are over. */
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import type { TenantCalendar } from './calendar.ts';
import { dayAt, instantOf } from './series.ts';

/** Returns the end of the quiet hours that contain `now`, in epoch milliseconds. Null if none do. */
export function quietEnd(
  { quiet, zone }: Pick<TenantCalendar, 'quiet' | 'zone'>,
  now: number,
): string | null {
  if (quiet === null) return null;
  const { from, until } = quiet;
  const today = dayAt(now, zone);
  // They begin in the evening and end on the next morning, so that those of yesterday may go on.
  for (const day of [dayAfter(today, -1), today]) {
    const end = instantOf(from < until ? day : dayAfter(day), until, zone);
    if (Date.parse(instantOf(day, from, zone)) <= now && now < Date.parse(end)) return end;
  }
  return null;
}
