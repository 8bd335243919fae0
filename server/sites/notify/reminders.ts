/** Starts notifications about alarms, for all applicable policies. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import { ALARM_OPEN } from './alarmStatus.ts';
import { isHistory } from './policy.ts';

/** Adds reminders. Steps count from the last change of an open alarm, which is the time at which it was raised. */
async function addReminders(trx: Trx, which: RawBuilder<SqlBool>): Promise<void> {
  await sql`
    insert into alarm_reminder (tenant_id, alarm_id, escalation_id, policy_version, raised_at, due_at)
    select e.tenant_id, a.id, e.id, e.version, a.updated_at, a.updated_at + interval '1 minute' *
           (select min((step ->> 'after')::int) from jsonb_array_elements(e.steps) step)
      from alarm_escalation e
      join alarm a on a.tenant_id = e.tenant_id and (e.station_sn is null or a.station_sn = e.station_sn)
     where e.enabled is not false and ${which}
       and (coalesce(jsonb_array_length(e.levels), 0) = 0 or e.levels @> to_jsonb(a.level))
        on conflict do nothing`.execute(trx);
}

/**
 * Starts reminders in the transaction that opens the alarm, so that both are committed together. `endedAt`, in epoch
 * milliseconds, is set for an alarm that had ended before it was stored.
 */
export async function startReminders(
  trx: Trx,
  { tenantId, id }: { tenantId: number; id: number },
  endedAt: number | null = null,
): Promise<void> {
  if (isHistory(endedAt, Date.now())) return;
  await addReminders(trx, sql`a.tenant_id = ${tenantId} and a.id = ${id}::int8`);
}

/** Adds reminders for alarms that are already open. Each policy is given as `tenant id`. */
export const catchRemindersUp = (trx: Trx, policies: readonly string[]): Promise<void> =>
  addReminders(
    trx,
    sql`a.status = ${ALARM_OPEN} and e.tenant_id || ' ' || e.id = any(${[...policies]}::text[])`,
  );
