import { sql } from 'kysely';
import type { Trx } from '../db/index.ts';
import { audit_write } from '../entities/audit.ts';
import { AppError } from '../http/errors.ts';
import { alarm_find } from './query.ts';
import { ALARM_HANDLED, ALARM_OPEN } from './status.ts';
import type { AlarmChanged } from './store.ts';

export interface Checker {
  tenantId: number;
  userId: number;
  name: string;
}

interface Handled extends AlarmChanged {
  checkInfo: string | null;
}

/** Closes open alarms in the name of a person; alarms that are handled already stay as they are. */
async function open_handle(
  trx: Trx,
  checker: Checker,
  checkInfo: string | null,
  which: { id: number } | { stationSn: string },
): Promise<Handled[]> {
  const handled = await trx
    .updateTable('alarm')
    .set({
      status: ALARM_HANDLED,
      checker: checker.name,
      checkTime: sql`now()`,
      checkInfo,
      updatedBy: checker.userId,
      updatedAt: sql`now()`,
      version: sql`version + 1`,
    })
    .where('status', '=', ALARM_OPEN)
    .where((build) => build.and(which))
    .returning(['id', 'tenantId', 'stationSn', 'status', 'checkInfo'])
    .execute();
  for (const { id } of handled) {
    await audit_write(trx, {
      tenantId: checker.tenantId,
      userId: checker.userId,
      entity: 'alarm',
      id,
      action: 'update',
      diff: {
        status: [ALARM_OPEN, ALARM_HANDLED],
        checker: [null, checker.name],
        checkInfo: [null, checkInfo],
      },
    });
  }
  return handled;
}

const text_or_null = (text: string | undefined): string | null => text?.trim() || null;

/** C724, C725: confirms one alarm; 409 with the alarm as it is when somebody or its own recovery was faster. */
export async function alarm_confirm(
  trx: Trx,
  checker: Checker,
  id: number,
  checkInfo?: string,
): Promise<AlarmChanged[]> {
  const handled = await open_handle(trx, checker, text_or_null(checkInfo), { id });
  if (handled.length > 0) return handled;
  const data = await alarm_find(trx, id);
  if (!data) throw new AppError('alarm.notFound');
  throw new AppError('alarm.handled', {}, { data });
}

/** C726, C727: every open alarm of a station. */
export async function alarms_confirmStation(
  trx: Trx,
  checker: Checker,
  stationId: number,
  checkInfo?: string,
): Promise<AlarmChanged[]> {
  const station = await trx.selectFrom('station').select('sn').where('id', '=', stationId).executeTakeFirst();
  if (!station) throw new AppError('station.notFound');
  return open_handle(trx, checker, text_or_null(checkInfo), { stationSn: station.sn });
}
