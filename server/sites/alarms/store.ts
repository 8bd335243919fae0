import { type Selectable, sql } from 'kysely';
import type { EntityTables } from '../../../generated/database.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { noteEvents } from '../../engine/events.ts';
import { platformSession } from '../../engine/time/platformStep.ts';
import type { Trx } from '../../platform/db/index.ts';
import { lockName } from '../../platform/db/lock.ts';
import { ALARM_HANDLED, ALARM_OPEN } from '../notify/alarmStatus.ts';
import { startReminders } from '../notify/reminders.ts';
import { goodAfter } from './course/recoveryPoint.ts';
import type { LoadedRule } from './rules.ts';
import { findSuppression } from './suppression.ts';
import { infoText, valueText } from './text.ts';
import type { AlarmChanged, Change, Rule } from './types.ts';

const CHANGED = ['id', 'tenantId', 'stationSn', 'status'] as const;
const ENDED = { status: ALARM_HANDLED, updatedAt: sql<string>`now()`, version: sql<number>`version + 1` };

interface Known {
  id: number;
  reportTime: string;
  recoverTime: string | null;
}

/** Reads the alarms of a rule and source that were active between the change and `until`. */
function alarmsDuring(trx: Trx, { rule, source, ts }: Change, until: number | null): Promise<Known[]> {
  return trx
    .selectFrom('alarm')
    .select(['id', 'reportTime', 'recoverTime'])
    .where('tenantId', '=', rule.tenantId)
    .where('generaterId', '=', rule.id)
    .where('source', '=', source)
    .where((eb) => eb.or([eb('recoverTime', 'is', null), eb('recoverTime', '>', new Date(ts).toISOString())]))
    .$if(until !== null, (query) => query.where('reportTime', '<', new Date(until ?? 0).toISOString()))
    .orderBy('reportTime')
    .execute();
}

/** Ends an alarm, or sets an earlier end. Undefined if the alarm does not exist. */
const endAlarm = (
  trx: Trx,
  { tenantId }: Rule,
  id: number,
  endedAt: number,
): Promise<AlarmChanged | undefined> =>
  trx
    .updateTable('alarm')
    .set({ ...ENDED, recoverTime: new Date(endedAt).toISOString() })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returning(CHANGED)
    .executeTakeFirst();

interface Excursion {
  /** When the excursion ended, in epoch milliseconds. Null if it continues. */
  until: number | null;
  /** True if the excursion already has an alarm. */
  isKnown: boolean;
  /** Older alarms that are still active because the evaluating process missed the good value in between. */
  ended: AlarmChanged[];
}

/** Reads an excursion from the database, because a process may evaluate points late or twice, or miss some. */
async function readExcursion(trx: Trx, change: Change): Promise<Excursion> {
  const { rule, ts } = change;
  const until = rule.passing ? await goodAfter(trx, rule, ts) : (change.until ?? null);
  // If the newest value still confirms the alarm, the change is new and does not repeat an earlier alarm.
  if (!rule.passing && until === null) return { until, isKnown: false, ended: [] };
  const ended: AlarmChanged[] = [];
  for (const { id, reportTime, recoverTime } of await alarmsDuring(trx, change, until)) {
    const begun = Date.parse(reportTime);
    const good = rule.passing && begun < ts ? await goodAfter(trx, rule, begun, ts) : null;
    if (good !== null) {
      const changed = await endAlarm(trx, rule, id, good);
      if (changed && recoverTime === null) ended.push(changed);
    } else if (recoverTime === null || until !== null) return { until, isKnown: true, ended };
  }
  return { until, isKnown: false, ended };
}

/**
 * Locks an alarm until the end of the transaction. No other transaction can open or end the alarm, so values read
 * before a change remain valid.
 */
async function lockAlarm(trx: Trx, { rule, source }: Pick<Change, 'rule' | 'source'>): Promise<void> {
  await lockName(trx, `alarm ${rule.tenantId} ${rule.id} ${source}`);
}

/** Triggers automations on a new alarm. */
function noteAlarm(trx: Trx, opened: Selectable<EntityTables['alarm']>): void {
  const session = platformSession(opened.tenantId);
  noteEvents(trx, { session, lang: session.lang, zone: 'UTC' }, entityOf('alarm'), 'created', [
    { before: {}, after: { ...opened } },
  ]);
}

/**
 * Opens the alarm of a rule, unless the rule has an active alarm or the excursion already had one. An excursion that
 * has already ended is recorded and notified too: it may have been delayed by an outage of the database. Returns all
 * changed alarms.
 *
 * An alarm that starts within a suppression window is recorded as handled by the window, without notices. This also
 * applies to late alarms, but not to alarms that last longer than the window.
 */
export async function openAlarm(trx: Trx, change: Change): Promise<AlarmChanged[]> {
  const { rule, ts, value, source, about } = change;
  // The rule was deleted while this change was queued.
  const existingRule = await trx
    .selectFrom('alarmGenerater')
    .select('id')
    .where('tenantId', '=', rule.tenantId)
    .where('id', '=', rule.id)
    .forKeyShare()
    .executeTakeFirst();
  if (!existingRule) return [];
  await lockAlarm(trx, change);
  const { until, isKnown, ended } = await readExcursion(trx, change);
  if (isKnown) return ended;
  const deviceSn = about?.deviceSn ?? rule.deviceSn;
  const now = Date.now();
  // For a device whose clock is ahead, the alarm begins at the time of arrival.
  const begun = Math.min(ts, now);
  const lastCounted = Math.max(begun, until === null ? now : until - 1);
  const target = { ...rule, deviceSn, ruleId: rule.id };
  const suppressionId = await findSuppression(trx, target, begun, lastCounted);
  const opened = await trx
    .insertInto('alarm')
    .values({
      tenantId: rule.tenantId,
      generaterId: rule.id,
      source,
      reportTime: new Date(ts).toISOString(),
      recoverTime: until === null ? null : new Date(until).toISOString(),
      info: infoText(change),
      status: suppressionId === null && until === null ? ALARM_OPEN : ALARM_HANDLED,
      suppressionId,
      level: rule.level,
      stationSn: rule.stationSn,
      deviceSn,
      variableSn: rule.variableSn,
      value: valueText(value, rule) || null,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'generaterId', 'source']).where('recoverTime', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (!opened) return ended;
  if (suppressionId === null) await startReminders(trx, opened, until);
  noteAlarm(trx, opened);
  const { id, tenantId, stationSn, status } = opened;
  return [...ended, { id, tenantId, stationSn, status }];
}

/**
 * Sets an earlier end of an alarm, at an earlier good value. The process that ended the alarm receives only some
 * points. Another alarm may lie between the two times, and the later end must not suppress it.
 */
async function advanceRecovery(trx: Trx, { rule, source }: Pick<Change, 'rule' | 'source'>, time: string) {
  await trx
    .updateTable('alarm')
    .set({ recoverTime: time, updatedAt: sql`now()`, version: sql`version + 1` })
    .where('tenantId', '=', rule.tenantId)
    .where('generaterId', '=', rule.id)
    .where('source', '=', source)
    .where('reportTime', '<=', time)
    .where('recoverTime', '>', time)
    .execute();
}

/** Returns the latest time at which an alarm with this end can have started. Null if the clock determined the start. */
const beganBy = ({ condition, delayMs, hours }: Change['rule'], end: number): string | null =>
  condition.kind === 'noData' || hours !== null ? null : new Date(end + delayMs).toISOString();

/**
 * Handles a recovered value. An open alarm is closed without a checker, and a confirmed alarm may be raised again. A
 * delayed process does not close an alarm that another process raised by a later point.
 */
export async function recoverAlarm(
  trx: Trx,
  { rule, ts, source }: Pick<Change, 'rule' | 'ts' | 'source'>,
): Promise<AlarmChanged[]> {
  await lockAlarm(trx, { rule, source });
  const time = new Date(ts).toISOString();
  const begunBy = beganBy(rule, ts);
  const ended = await trx
    .updateTable('alarm')
    .set({ ...ENDED, recoverTime: time })
    .where('tenantId', '=', rule.tenantId)
    .where('generaterId', '=', rule.id)
    .where('source', '=', source)
    .where('recoverTime', 'is', null)
    .$if(begunBy !== null, (query) => query.where('reportTime', '<=', begunBy as string))
    .returning(CHANGED)
    .execute();
  if (ended.length === 0 && rule.passing) await advanceRecovery(trx, { rule, source }, time);
  return ended;
}

/** Returns all alarms that the change opened or ended. */
export const storeChange = (trx: Trx, change: Change): Promise<AlarmChanged[]> =>
  change.to === 'open' ? openAlarm(trx, change) : recoverAlarm(trx, change);

/** Closes alarms that are no longer evaluated, because their rule, variable or device was deleted or disabled. */
export async function closeAlarmsOrphans(
  trx: Trx,
  tenantId: number | null,
  active: readonly Pick<LoadedRule, 'rule' | 'sources'>[],
): Promise<AlarmChanged[]> {
  const watched = new Set(
    active.flatMap(({ rule, sources }) => sources.map((source) => `${rule.tenantId} ${rule.id} ${source}`)),
  );
  const unrecovered = await trx
    .selectFrom('alarm')
    .select(['id', 'tenantId', 'generaterId', 'source'])
    .where('recoverTime', 'is', null)
    .$if(tenantId !== null, (query) => query.where('tenantId', '=', tenantId as number))
    .execute();
  const orphans = unrecovered.filter(
    (alarm) => !watched.has(`${alarm.tenantId} ${alarm.generaterId} ${alarm.source}`),
  );
  const closed: AlarmChanged[] = [];
  for (const { tenantId: owner, id } of orphans)
    closed.push(
      ...(await trx
        .updateTable('alarm')
        .set({ ...ENDED, recoverTime: sql`now()` })
        .where('tenantId', '=', owner)
        .where('id', '=', id)
        .where('recoverTime', 'is', null)
        .returning(CHANGED)
        .execute()),
    );
  return closed;
}
