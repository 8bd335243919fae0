/** Begins to tell people of an alarm, by every policy that is about it. */
import { sql } from 'kysely';
import type { Trx } from '../db/index.ts';
import { is_history } from './policy.ts';

/**
 * In the transaction that opens the alarm: it is told of if and only if it is there. One that was over when it was entered
 * has `endedAt`, epoch milliseconds.
 */
export async function reminders_start(
  trx: Trx,
  alarm: { tenantId: number; id: number; stationSn: string; level: string },
  endedAt: number | null = null,
): Promise<void> {
  if (is_history(endedAt, Date.now())) return;
  const { tenantId, id, stationSn, level } = alarm;
  await sql`
    insert into alarm_reminder (tenant_id, alarm_id, escalation_id, policy_version, due_at)
    select e.tenant_id, ${id}::int8, e.id, e.version, now() + interval '1 minute' *
           (select min((step ->> 'after')::int) from jsonb_array_elements(e.steps) step)
      from alarm_escalation e
     where e.tenant_id = ${tenantId} and e.enabled is not false
       and (e.station_sn is null or e.station_sn = ${stationSn})
       and (coalesce(jsonb_array_length(e.levels), 0) = 0 or e.levels @> to_jsonb(${level}::text))
        on conflict do nothing`.execute(trx);
}
