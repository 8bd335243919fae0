/** Creates the demo's records of a copy of leave. Each applicant also applies for the copy, with the same decision. */

import type { Person } from '../../demo/business/sellers.ts';
import { agreeAsked, makerFor, type Parts, type SeedContext } from '../../demo/maker.ts';
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { AppError } from '../../server/platform/errors/errors.ts';

const FIELDS = ['subject', 'type', 'startDate', 'endDate', 'startHalf', 'endHalf', 'reason'];

const DAY = ['userId', 'day', 'half', 'amount', 'state', 'type'];

/** Adds the days of leave, because the copies lack the program that does it. */
async function followDays(
  { db }: Parts,
  tenantId: number,
  entity: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await db.tenant(tenantId, async (trx) => {
    const any = trxAny(trx);
    const days = await any.selectFrom('leaveDay').selectAll().where('leaveId', '=', from).execute();
    const rows = days.map((day) => ({
      ...{ tenantId, leaveId: to },
      ...Object.fromEntries(DAY.map((field) => [field, day[field]])),
    }));
    if (rows.length > 0) await any.insertInto(entity.replace('leave', 'leaveDay')).values(rows).execute();
  });
}

async function followOne(parts: Parts, context: SeedContext, entity: string, leave: Row): Promise<void> {
  const as = (person: Person) => makerFor(parts, context, person);
  const maker = as({ id: Number(leave.createdBy), name: String(leave.name) });
  const body = Object.fromEntries(FIELDS.map((field) => [field, leave[field]]));
  const { id } = await maker.make(entity, body);
  await followDays(parts, context.tenantId, entity, { from: Number(leave.id), to: Number(id) });
  if (leave.status === 'draft') return;
  await maker.submit(entity, id);
  if (leave.status === 'agreed') await agreeAsked({ parts, tenantId: context.tenantId, as }, entity, id);
}

export async function followLeave(parts: Parts, context: SeedContext, entity: string): Promise<void> {
  const all = await parts.db.tenant(context.tenantId, (trx) =>
    trxAny(trx)
      .selectFrom('leave as l')
      .innerJoin('user as u', (join) =>
        join.onRef('u.id', '=', 'l.createdBy').onRef('u.tenantId', '=', 'l.tenantId'),
      )
      .selectAll('l')
      .select('u.name')
      .orderBy('l.id')
      .execute(),
  );
  for (const leave of all)
    await followOne(parts, context, entity, leave).catch((error: unknown) => {
      // Leave of the topmost manager has no approver.
      if (!(error instanceof AppError)) throw error;
    });
}
