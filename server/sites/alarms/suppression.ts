/**
 * Suppression windows. An alarm that starts within a window is recorded without notices. If it is still active at the
 * end of the window, it is raised.
 */
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import { ALARM_HANDLED, ALARM_OPEN } from '../notify/alarmStatus.ts';
import { startReminders } from '../notify/reminders.ts';
import type { AlarmChanged } from './types.ts';
import { allowHours, type Hours, makeHours, turnHours } from './weeklyHours.ts';

export interface SuppressionWindow {
  id: number;
  deviceSn: string | null;
  ruleId: number | null;
  weekly: boolean | null;
  startAt: string | null;
  endAt: string | null;
  weekdays: readonly number[] | null;
  fromTime: string | null;
  toTime: string | null;
  /** The time zone of the station. */
  zone: string;
}

/** The subject of an alarm, for windows that apply to a part of a station. */
export interface SuppressionTarget {
  tenantId: number;
  stationSn: string;
  deviceSn: string;
  ruleId: number;
}

const windowHours = ({ weekdays, fromTime, toTime }: SuppressionWindow): Hours | null =>
  makeHours(weekdays, fromTime, toTime);

/** Returns whether a window applies at a time in epoch milliseconds. */
export function isInWindow(window: SuppressionWindow, moment: number): boolean {
  if (!window.weekly) {
    const { startAt, endAt } = window;
    return startAt !== null && endAt !== null && Date.parse(startAt) <= moment && moment < Date.parse(endAt);
  }
  return allowHours(windowHours(window), window.zone, moment);
}

/** Returns the end of a window that applies at a time in epoch milliseconds. */
export function endWindow(window: SuppressionWindow, start: number): number {
  const hours = windowHours(window);
  if (window.weekly) return hours === null ? Number.POSITIVE_INFINITY : turnHours(hours, window.zone, start);
  return Date.parse(window.endAt ?? '');
}

export const windowCovers = (
  { deviceSn, ruleId }: Pick<SuppressionWindow, 'deviceSn' | 'ruleId'>,
  target: Pick<SuppressionTarget, 'deviceSn' | 'ruleId'>,
): boolean =>
  (deviceSn === null || deviceSn === target.deviceSn) && (ruleId === null || ruleId === target.ruleId);

async function readWindows(
  trx: Trx,
  { tenantId, stationSn }: Pick<SuppressionTarget, 'tenantId' | 'stationSn'>,
): Promise<SuppressionWindow[]> {
  const rows = await trx
    .selectFrom('alarmSuppression as w')
    .innerJoin('station as s', (join) =>
      join.onRef('s.tenantId', '=', 'w.tenantId').onRef('s.sn', '=', 'w.stationSn'),
    )
    .select(['w.id', 'w.deviceSn', 'w.ruleId', 'w.weekly', 'w.startAt', 'w.endAt', 'w.weekdays'])
    .select(['w.fromTime', 'w.toTime', 's.timeZone as zone'])
    .where('w.tenantId', '=', tenantId)
    .where('w.stationSn', '=', stationSn)
    .where('w.enabled', 'is not', false)
    .orderBy('w.id')
    .execute();
  return rows as SuppressionWindow[];
}

/**
 * Returns the window that applies last between `from` and `to` (epoch milliseconds). Windows without a gap between them
 * count as one. Null if there is none.
 */
export function windowDuring(
  windows: readonly SuppressionWindow[],
  from: number,
  to: number,
): SuppressionWindow | null {
  for (let moment = from; ; ) {
    const window = windows.find((candidate) => isInWindow(candidate, moment));
    if (!window) return null;
    const end = endWindow(window, moment);
    if (end > to) return window;
    moment = end;
  }
}

/**
 * Returns the window that suppresses an alarm between `from` and `to`, in epoch milliseconds. Null if there is none, or
 * if the window ended during the alarm.
 */
export async function findSuppression(
  trx: Trx,
  target: SuppressionTarget,
  from: number,
  to = from,
): Promise<number | null> {
  const windows = await readWindows(trx, target);
  return (
    windowDuring(
      windows.filter((candidate) => windowCovers(candidate, target)),
      from,
      to,
    )?.id ?? null
  );
}

/** Raises the recorded alarms whose window has ended, was changed or was deleted. Recovered alarms are left out. */
export async function raiseSuppressed(trx: Trx, moment: number): Promise<AlarmChanged[]> {
  const alarms = await trx
    .selectFrom('alarm')
    .select(['id', 'tenantId', 'stationSn', 'deviceSn', 'generaterId as ruleId'])
    .where('suppressionId', 'is not', null)
    .where('status', '=', ALARM_HANDLED)
    .where('recoverTime', 'is', null)
    .where('checker', 'is', null)
    .forUpdate()
    .skipLocked()
    .execute();
  const raised: AlarmChanged[] = [];
  for (const alarm of alarms) {
    const suppressionId = await findSuppression(trx, alarm, moment);
    const changed = await trx
      .updateTable('alarm')
      .set(
        suppressionId === null
          ? { status: ALARM_OPEN, suppressionId, updatedAt: sql`now()`, version: sql`version + 1` }
          : { suppressionId },
      )
      .where('tenantId', '=', alarm.tenantId)
      .where('id', '=', alarm.id)
      .returning(['id', 'tenantId', 'stationSn', 'status'])
      .executeTakeFirst();
    if (!changed || suppressionId !== null) continue;
    await startReminders(trx, changed);
    raised.push(changed);
  }
  return raised;
}
