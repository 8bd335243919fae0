/**
 * Handles changes of the working calendar during pending or approved leave (L18). If a day becomes free, it is
 * returned and the user is notified. A new working day takes nothing, but the leave administrators are notified.
 */

import type { People } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { updateRecordIn } from '../../engine/entities/write/write.ts';
import { sendNotice } from '../../engine/notices/index.ts';
import { recordLink } from '../../engine/states/link.ts';
import type { MoveStep } from '../../engine/states/moveStep.ts';
import { findPeople } from '../../engine/states/people.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { amountOf, halfKey } from './amounts.ts';
import { askedOf, type HalfDayAmounts, type Measured, measure, readReserved } from './judge.ts';

/** The role that manages the balances. */
const OFFICE: People = { roles: ['administrator'] };

interface Change {
  leave: Row;
  measured: Measured;
  /** In days or hours, depending on the type. */
  returned: number;
  hasMoreWork: boolean;
}

/** Returns the half days that another application of this user takes. */
async function reservedElsewhere(
  trx: Trx,
  { id, createdBy, startDate, endDate }: Row,
): Promise<HalfDayAmounts> {
  const rows = await trx
    .selectFrom('leaveDay')
    .select(['day', 'half', 'amount'])
    .where('userId', '=', Number(createdBy))
    .where('day', '>=', String(startDate))
    .where('day', '<=', String(endDate))
    .where('leaveId', '<>', Number(id))
    .execute();
  return new Map(rows.map((row) => [halfKey(row), row.amount]));
}

/** Returns how the calendar changes the half days of an application. Null if nothing changed. */
async function findChange(trx: Trx, leave: Row): Promise<Change | null> {
  const reserved = await readReserved(trx, Number(leave.id));
  const others = await reservedElsewhere(trx, leave);
  const request = askedOf(leave, Number(leave.createdBy), Number(leave.id));
  const measured = await measure(trx, request, reserved);
  const keys = measured.halves.map(halfKey).filter((key) => !others.has(key));
  const hasMoreWork = keys.some((key) => !reserved.has(key));
  const was = amountOf([...reserved.values()].map((amount) => ({ amount })));
  const returned = was - measured.amount;
  return hasMoreWork || returned > 0 ? { leave, measured, returned, hasMoreWork } : null;
}

async function notifyOfChange(trx: Trx, { session: { tenantId } }: MoveStep, change: Change): Promise<void> {
  const { leave, measured, returned, hasMoreWork } = change;
  const entity = entityOf('leave');
  const [subject, person] = [String(leave.subject), Number(leave.createdBy)];
  const notice = { tenantId, kind: 'reminder', link: recordLink(entity.name, Number(leave.id)) } as const;
  const unit =
    measured.hours === null ? { zh: '天', en: returned === 1 ? 'day' : 'days' } : { zh: '小时', en: 'h' };
  if (returned > 0)
    await sendNotice(trx, {
      ...notice,
      userIds: [person],
      text: {
        zh: `工作日历已变更，“${subject}”退回额度 ${returned} ${unit.zh}`,
        en: `The working calendar changed: ${returned} ${unit.en} of “${subject}” returned to your balance`,
      },
    });
  if (!hasMoreWork) return;
  const user = await trx.selectFrom('user').select('name').where('id', '=', person).executeTakeFirst();
  await sendNotice(trx, {
    ...notice,
    userIds: await findPeople(trx, OFFICE, { entity, record: leave, userId: person }),
    text: {
      zh: `${user?.name ?? ''}的“${subject}”期间新增上班日，未扣额度`,
      en: `A working day was added to “${subject}” of ${user?.name ?? ''}. Their balance is unchanged.`,
    },
  });
}

/**
 * Adapts a user's current and future applications to the calendar. Applications that already agree with the calendar
 * are unchanged.
 */
export async function followCalendar(trx: Trx, step: MoveStep, userId: number, today: string): Promise<void> {
  const leaves = await trx
    .selectFrom('leave')
    .selectAll()
    .where('createdBy', '=', userId)
    .where('status', 'in', ['pending', 'agreed'])
    .where('endDate', '>=', today)
    .orderBy('id')
    .execute();
  for (const leave of leaves) {
    const change = await findChange(trx, leave);
    if (!change) continue;
    const { days, hours } = change.measured;
    await updateRecordIn(
      trx,
      step,
      entityOf('leave'),
      leave.id,
      null,
      {},
      {
        right: null,
        move: { values: { days, hours }, told: {}, whilePending: true },
      },
    );
    await notifyOfChange(trx, step, change);
  }
}
