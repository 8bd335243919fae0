import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { setRecords } from '../../engine/entities/write/updateWhere.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { ALARM_HANDLED, ALARM_OPEN } from '../notify/alarmStatus.ts';
import { requireStation } from '../stations/open.ts';
import { findAlarm } from './query.ts';
import type { AlarmChanged } from './types.ts';

/** The user who confirms, with the permission of the call: alarm:confirm or alarm:clear. */
export type Checker = Pick<HandlerContext, 'session' | 'lang' | 'permission' | 'vault'>;

const textOrNull = (text: string | undefined): string | null => text?.trim() || null;

/** Closes open alarms in the name of a user. Handled alarms do not change. */
async function handleOpen(
  trx: ScopedTrx,
  checker: Checker,
  checkInfo: string | null,
  which: RecordCondition,
): Promise<AlarmChanged[]> {
  const { tenantId, name } = checker.session;
  const handled = await setRecords(trx, checker, entityOf('alarm'), {
    key: checker.permission ?? '',
    where: (eb) => eb.and([eb('status', '=', ALARM_OPEN), which(eb)]),
    values: { status: ALARM_HANDLED, checker: name, checkTime: new Date().toISOString(), checkInfo },
  });
  return handled.map(({ id, stationSn, status }) => ({
    id,
    tenantId,
    stationSn: String(stationSn),
    status: Number(status),
  }));
}

/**
 * C724, C725: confirms one alarm. Throws 409 with the current alarm if it was already confirmed or has
 * recovered.
 */
export async function confirmAlarm(
  trx: ScopedTrx,
  checker: Checker,
  id: number,
  checkInfo?: string,
): Promise<AlarmChanged[]> {
  const handled = await handleOpen(trx, checker, textOrNull(checkInfo), (eb) => eb('id', '=', id));
  if (handled.length > 0) return handled;
  if (await findAlarm(trx, checker.session, id, 'confirm')) {
    const data = await findAlarm(trx, checker.session, id);
    throw new AppError('alarm.handled', {}, data ? { data } : {});
  }
  // A user who sees the alarm but may not confirm it gets 403. For other users the alarm does not exist.
  throw new AppError((await findAlarm(trx, checker.session, id)) ? 'http.forbidden' : 'alarm.notFound');
}

/** C726, C727: confirms every open alarm of a station that the user may confirm. */
export async function confirmAlarmsStation(
  trx: ScopedTrx,
  checker: Checker,
  stationId: number,
  checkInfo?: string,
): Promise<AlarmChanged[]> {
  const { sn } = await requireStation(trx, checker.session, { id: stationId });
  return handleOpen(trx, checker, textOrNull(checkInfo), (eb) => eb('stationSn', '=', sn));
}
