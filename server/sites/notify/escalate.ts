/** Sends reminders and escalations of open alarms until a user confirms the alarm or it recovers. */
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { PolicyStep } from '../../platform/db/tables/jsonShapes.ts';
import type { Logger } from '../../platform/log.ts';
import { ALARM_OPEN } from './alarmStatus.ts';
import type { AlarmFacts } from './message.ts';
import { type AlarmNotice, notifySteps } from './notifyPeople.ts';
import { isHistory, listMissedSteps, type Policy, type Progress, policyDue } from './policy.ts';

const BATCH = 50;

interface Reminder extends Progress {
  tenantId: number;
  alarmId: number;
  escalationId: number;
  /** Epoch milliseconds. */
  raisedAt: number;
}

/** True if the step is due, its alarm has ended, or its policy was edited since. */
const isDue = (now: number) => sql<boolean>`
  (r.due_at <= ${new Date(now).toISOString()} or a.status <> ${ALARM_OPEN} or e.version is distinct from r.policy_version)`;

const REMINDERS = sql`
  alarm_reminder r
    join alarm a on a.tenant_id = r.tenant_id and a.id = r.alarm_id
    left join alarm_escalation e on e.tenant_id = r.tenant_id and e.id = r.escalation_id`;

async function readFacts(trx: Trx, tenantId: number, id: number): Promise<AlarmFacts | undefined> {
  const { rows } = await sql<AlarmFacts>`
    select a.id, a.info, a.level, a.status, a.report_time, a.recover_time, a.checker, a.station_sn, a.device_sn, a.value,
           s.name as station_name, coalesce(s.time_zone, 'UTC') as zone, d.name as device_name,
           v.name as variable_name, v.unit, g.name as rule
      from alarm a
      left join station s on s.tenant_id = a.tenant_id and s.sn = a.station_sn
      left join device d on d.tenant_id = a.tenant_id and d.sn = a.device_sn
      left join device_variable v on v.tenant_id = a.tenant_id and v.sn = a.variable_sn
      left join alarm_generater g on g.tenant_id = a.tenant_id and g.id = a.generater_id
     where a.tenant_id = ${tenantId} and a.id = ${id}`.execute(trx);
  return rows[0];
}

interface KnownPolicy extends Policy {
  version: number;
  tellEnd: boolean | null;
  enabled: boolean | null;
  stationSn: string | null;
  levels: readonly string[] | null;
}

async function readPolicy(trx: Trx, { tenantId, escalationId }: Reminder): Promise<KnownPolicy | undefined> {
  const row = await trx
    .selectFrom('alarmEscalation')
    .select(['steps', 'repeatMinutes', 'repeatTimes', 'tellEnd', 'enabled', 'stationSn', 'levels', 'version'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', escalationId)
    .executeTakeFirst();
  return row && { ...row, steps: row.steps as PolicyStep[], levels: row.levels as string[] | null };
}

/** Returns whether the policy is disabled or does not apply to this alarm. */
const policyRests = ({ enabled, stationSn, levels }: KnownPolicy, alarm: AlarmFacts): boolean =>
  enabled === false ||
  (stationSn !== null && stationSn !== alarm.stationSn) ||
  (levels !== null && levels.length > 0 && !levels.includes(alarm.level));

/**
 * Sends a final notice about an ended alarm. If the alarm recovered before the first notice, the final notice is the
 * only one.
 */
async function notifyRecovery(
  trx: Trx,
  policy: KnownPolicy,
  { told }: Reminder,
  context: Omit<AlarmNotice, 'event'>,
): Promise<void> {
  const { checker, recoverTime } = context.alarm;
  const endedAt = recoverTime === null ? null : Date.parse(recoverTime);
  const isUnheard = checker === null && endedAt !== null && !isHistory(endedAt, context.now);
  const missed = isUnheard ? listMissedSteps(policy, { told }) : [];
  if (missed.length > 0) await notifySteps(trx, { ...context, event: 'alarm' }, missed);
  const notifiedSteps = [...told, ...missed];
  if (policy.tellEnd && notifiedSteps.length > 0)
    await notifySteps(trx, { ...context, event: 'ended' }, notifiedSteps);
}

async function handleReminder(
  trx: Trx,
  reminder: Reminder,
  { now, publicUrl, lang }: Pick<AlarmNotice, 'now' | 'publicUrl' | 'lang'>,
): Promise<void> {
  const { tenantId, alarmId, escalationId } = reminder;
  const row = { tenantId, alarmId, escalationId };
  const over = () =>
    trx
      .deleteFrom('alarmReminder')
      .where((eb) => eb.and(row))
      .execute();
  const alarm = await readFacts(trx, tenantId, alarmId);
  const policy = await readPolicy(trx, reminder);
  if (!alarm || !policy) return void (await over());
  const context = { tenantId, alarm, now, publicUrl, lang };
  const rests = policyRests(policy, alarm);
  if (alarm.status !== ALARM_OPEN) {
    if (!rests) await notifyRecovery(trx, policy, reminder, context);
    return void (await over());
  }
  const due = rests ? null : policyDue(policy, reminder, reminder.raisedAt, now);
  if (due && due.steps.length > 0) await notifySteps(trx, { ...context, event: due.event }, due.steps);
  const { told, toldAt, repeats } = due?.progress ?? reminder;
  await trx
    .updateTable('alarmReminder')
    .set({
      told: JSON.stringify(told),
      toldAt: toldAt === null ? null : new Date(toldAt).toISOString(),
      repeats,
      policyVersion: policy.version,
      dueAt: due?.next ? new Date(due.next).toISOString() : 'infinity',
    })
    .where((eb) => eb.and(row))
    .execute();
}

/**
 * Sends due notices and ends the reminders of recovered alarms. Each alarm and policy is locked, announced and stored
 * in one transaction, which skips locked ones. A notice is therefore neither repeated nor lost.
 */
export async function runReminders(
  { db, log, publicUrl, lang }: { db: Database; log: Logger } & Pick<AlarmNotice, 'publicUrl' | 'lang'>,
  now: number,
): Promise<void> {
  const failed = new Set<string>();
  for (let count = BATCH; count === BATCH; ) {
    count = 0;
    const due = await db.system(async (trx) => {
      const { rows } = await sql<{ tenantId: number; alarmId: number; escalationId: number }>`
        select r.tenant_id, r.alarm_id, r.escalation_id
          from ${REMINDERS}
         where ${isDue(now)}
         order by r.due_at limit ${BATCH + failed.size}`.execute(trx);
      return rows;
    });
    for (const reminder of due) {
      const key = `${reminder.tenantId} ${reminder.alarmId} ${reminder.escalationId}`;
      if (failed.has(key)) continue;
      count += 1;
      try {
        await db.system(async (trx) => {
          const { rows } = await sql<Reminder>`
            select r.tenant_id, r.alarm_id, r.escalation_id, r.told, r.repeats,
                   (extract(epoch from r.told_at) * 1000)::float8 as told_at,
                   (extract(epoch from r.raised_at) * 1000)::float8 as raised_at
              from ${REMINDERS}
             where r.tenant_id = ${reminder.tenantId} and r.alarm_id = ${reminder.alarmId}
               and r.escalation_id = ${reminder.escalationId} and ${isDue(now)}
               for update of r skip locked`.execute(trx);
          if (rows[0]) await handleReminder(trx, rows[0], { now, publicUrl, lang });
        });
      } catch (error) {
        failed.add(key);
        log.error('nobody could be told of an alarm', { ...reminder, error: String(error) });
      }
    }
  }
}
