/** Approved leave may overlap with assigned work. The department's managers are notified, so that others take over. */

import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { type Lang, languageOf } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { everything } from '../../engine/access/asker.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import { findNames } from '../../engine/approvals/store.ts';
import { sendNotice } from '../../engine/notices/index.ts';
import { recordLink } from '../../engine/states/link.ts';
import { managerOf } from '../../engine/states/people.ts';
import type { TenantCalendar } from '../../engine/time/calendar.ts';
import { instantOf } from '../../engine/time/series.ts';
import type { Trx } from '../../platform/db/index.ts';

const OPEN_ORDERS = ['pending', 'processing', 'waiting'];
const OPEN_INSPECTIONS = ['todo', 'running', 'recheck'];

export interface Away {
  leaveId: number;
  tenantId: number;
  userId: number;
  startDate: string;
  endDate: string;
}

/** Counts the pending work of a user during leave, by kind. Includes records that the reader may not open. */
async function countWork(
  trx: Trx,
  { userId, startDate, endDate }: Away,
  { zone }: Pick<TenantCalendar, 'zone'>,
): Promise<{ of: string; count: number }[]> {
  const after = dayAfter(endDate);
  const orders = await trx
    .selectFrom(seen(trx, everything, 'siteWorksheet').as('w'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('w.handlerId', '=', userId)
    .where('w.status', 'in', OPEN_ORDERS)
    .where('w.dueTime', '>=', instantOf(startDate, '00:00', zone))
    .where('w.dueTime', '<', instantOf(after, '00:00', zone))
    .executeTakeFirstOrThrow();
  const inspections = await trx
    .selectFrom(seen(trx, everything, 'inspection').as('i'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('i.userId', '=', userId)
    .where('i.state', 'in', OPEN_INSPECTIONS)
    .where('i.day', '>=', startDate)
    .where('i.day', '<', after)
    .executeTakeFirstOrThrow();
  return [
    { of: 'siteWorksheet', count: Number(orders.count) },
    { of: 'inspection', count: Number(inspections.count) },
  ].filter(({ count }) => count > 0);
}

/** Notifies the managers of a user about pending work after leave was approved. */
export async function notifyOverload(trx: Trx, away: Away, calendar: TenantCalendar): Promise<void> {
  const work = await countWork(trx, away, calendar);
  if (work.length === 0) return;
  const { leaveId, tenantId, userId, startDate, endDate } = away;
  const userIds = (await managerOf(trx, userId)).filter((id) => id !== userId);
  const name = (await findNames(trx, [userId])).get(userId) ?? `#${userId}`;
  const kinds = (lang: Lang) =>
    work
      .map(({ of, count }) => `${pickText(entityOf(of).title, lang)} ${count}`)
      .join(languageOf(lang).comma);
  await sendNotice(trx, {
    ...{ tenantId, userIds: [...new Set(userIds)], kind: 'reminder', link: recordLink('leave', leaveId) },
    text: {
      zh: `${name}的请假（${startDate} 至 ${endDate}）已批准，期间仍有已指派的工作：${kinds('zh')}，请安排他人处理`,
      en: `${name} is on leave from ${startDate} to ${endDate} with work assigned: ${kinds('en')}. Assign this work to other users.`,
    },
  });
}
