/** Quiet hours delay notices to their end. A user's own quiet hours replace those of the tenant. */
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type NoticeSend, sendNotice } from '../notices/index.ts';
import type { TenantCalendar } from './calendar.ts';
import { dayAt, instantOf } from './series.ts';

/** Returns the end of the quiet hours at `now`, in epoch milliseconds. Null outside quiet hours. */
export function quietEnd(
  { quiet, zone }: Pick<TenantCalendar, 'quiet' | 'zone'>,
  now: number,
): string | null {
  if (quiet === null) return null;
  const { from, until } = quiet;
  const today = dayAt(now, zone);
  // Quiet hours may begin in the evening and end on the next morning, so yesterday's may still apply.
  for (const day of [dayAfter(today, -1), today]) {
    const end = instantOf(from < until ? day : dayAfter(day), until, zone);
    if (Date.parse(instantOf(day, from, zone)) <= now && now < Date.parse(end)) return end;
  }
  return null;
}

/** Sends a notice to each user. During quiet hours, the notice is delayed to their end. */
export async function sendQuietly(
  trx: Trx,
  { calendar, now }: { calendar: TenantCalendar; now: number },
  { userIds, ...notice }: Omit<NoticeSend, 'heldUntil'>,
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await trx
    .selectFrom('user')
    .select(['id', 'quietFrom', 'quietUntil'])
    .where('id', 'in', userIds)
    .where('quietFrom', 'is not', null)
    .execute();
  const own = new Map(rows.map(({ id, quietFrom, quietUntil }) => [Number(id), [quietFrom, quietUntil]]));
  const endOf = (userId: number): string | null => {
    const [from, until] = own.get(userId) ?? [];
    return quietEnd(from && until ? { ...calendar, quiet: { from, until } } : calendar, now);
  };
  for (const [heldUntil, people] of Map.groupBy(userIds, endOf))
    await sendNotice(trx, { ...notice, userIds: people, heldUntil });
}
