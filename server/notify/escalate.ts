/** Reminders and escalation of open alarms, until somebody confirms them or they recover. */
import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';
import type { Logger } from '../log.ts';
import { steps_tell } from './enqueue.ts';
import type { AlarmFacts } from './message.ts';
import { type PolicyStep, policy_due, steps_sorted } from './policy.ts';

const OPEN = 1;
const BATCH = 50;

interface Reminder {
  tenantId: number;
  alarmId: number;
  escalationId: number;
  /** Epoch milliseconds. */
  raisedAt: number;
  step: number;
  repeats: number;
}

async function facts_read(trx: Trx, tenantId: number, id: number): Promise<AlarmFacts | undefined> {
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

async function reminder_handle(
  trx: Trx,
  reminder: Reminder,
  { now, publicUrl }: { now: number; publicUrl: string | null },
): Promise<void> {
  const { tenantId, alarmId, escalationId } = reminder;
  const row = { tenantId, alarmId, escalationId };
  const over = () =>
    trx
      .deleteFrom('alarmReminder')
      .where((eb) => eb.and(row))
      .execute();
  const alarm = await facts_read(trx, tenantId, alarmId);
  const policy = await trx
    .selectFrom('alarmEscalation')
    .select(['steps', 'repeatMinutes', 'repeatTimes', 'tellEnd', 'enabled'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', escalationId)
    .executeTakeFirst();
  if (!alarm || !policy || policy.enabled === false) return void (await over());
  const steps = steps_sorted(policy.steps as PolicyStep[]);
  if (alarm.status !== OPEN) {
    const told = steps.slice(0, reminder.step);
    if (policy.tellEnd && told.length > 0)
      await steps_tell(trx, { tenantId, event: 'ended', alarm, now, publicUrl }, told);
    return void (await over());
  }
  const due = policy_due({ ...policy, steps }, reminder, reminder.raisedAt, now);
  if (due.steps.length > 0)
    await steps_tell(trx, { tenantId, event: due.event, alarm, now, publicUrl }, due.steps);
  await trx
    .updateTable('alarmReminder')
    .set({ ...due.progress, dueAt: due.next === null ? 'infinity' : new Date(due.next).toISOString() })
    .where((eb) => eb.and(row))
    .execute();
}

/**
 * Tells whoever is due now, and ends what is over. Each alarm and policy is taken, told of and noted in one transaction,
 * which also skips those that another process has taken: none is told twice, and a crash forgets none.
 */
export async function reminders_run(
  { db, log, publicUrl }: { db: Database; log: Logger; publicUrl: string | null },
  now: number,
): Promise<void> {
  const failed = new Set<string>();
  for (let taken = BATCH; taken === BATCH; ) {
    taken = 0;
    const due = await db.system(async (trx) => {
      const { rows } = await sql<{ tenantId: number; alarmId: number; escalationId: number }>`
        select r.tenant_id, r.alarm_id, r.escalation_id
          from alarm_reminder r join alarm a on a.tenant_id = r.tenant_id and a.id = r.alarm_id
         where r.due_at <= ${new Date(now).toISOString()} or a.status <> ${OPEN}
         order by r.due_at limit ${BATCH + failed.size}`.execute(trx);
      return rows;
    });
    for (const one of due) {
      const key = `${one.tenantId} ${one.alarmId} ${one.escalationId}`;
      if (failed.has(key)) continue;
      taken += 1;
      try {
        await db.system(async (trx) => {
          const { rows } = await sql<Reminder>`
            select tenant_id, alarm_id, escalation_id, step, repeats,
                   (extract(epoch from raised_at) * 1000)::float8 as raised_at
              from alarm_reminder r
             where tenant_id = ${one.tenantId} and alarm_id = ${one.alarmId} and escalation_id = ${one.escalationId}
               and (due_at <= ${new Date(now).toISOString()}
                 or exists (select from alarm a
                             where a.tenant_id = r.tenant_id and a.id = r.alarm_id and a.status <> ${OPEN}))
               for update skip locked`.execute(trx);
          if (rows[0]) await reminder_handle(trx, rows[0], { now, publicUrl });
        });
      } catch (error) {
        failed.add(key);
        log.error('nobody could be told of an alarm', { ...one, error: String(error) });
      }
    }
  }
}
