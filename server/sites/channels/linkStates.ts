/**
 * Computes the state of channels and collectors from their traffic and stores changes. A state change does not affect
 * the version and the history of a record, because no user edited it.
 */
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Hub } from '../../platform/hub/hub.ts';
import { DEFAULT_OFFLINE_AFTER } from '../telemetry/catalog/variableRows.ts';
import { readHeartbeat } from '../telemetry/intake/intakeHeartbeat.ts';

type LinkEntity = 'channel' | 'collectorDevice';

interface Changed {
  tenantId: number;
  id: number;
  turned: boolean;
}

/**
 * Returns SQL for the state of a channel or collector. While it is online, time in which this server could
 * not listen does not count as silence.
 */
const nextState = (since: number | null) => sql`
  case when t.enabled is false then 'disabled'
       when h.heard_at is null then 'unknown'
       when ${since}::float8 is null then coalesce(t.state, 'unknown')
       when now() - case when t.state = 'online' then greatest(h.heard_at, to_timestamp(${since}::float8 / 1000))
                         else h.heard_at end
            <= make_interval(secs => coalesce(t.offline_after, ${sql.lit(DEFAULT_OFFLINE_AFTER)})) then 'online'
       else 'offline' end`;

const RATE = sql`
  case when h.minute = date_trunc('minute', now()) then h.before
       when h.minute = date_trunc('minute', now()) - interval '1 minute' then h.points
       else 0 end`;

/** The newest refused data from a device of the channel. */
const REFUSED = sql`(
  select max(r.last_at) from telemetry_refusal r join device d on d.tenant_id = r.tenant_id and d.sn = r.device_sn
   where d.tenant_id = t.tenant_id and d.channel_sn = t.sn)`;

async function followLinks(trx: Trx, entity: LinkEntity, since: number | null): Promise<Changed[]> {
  const table = sql.table(entity);
  const refusal = entity === 'channel';
  const { rows } = await sql<Changed>`
    with wanted as (
      select t.tenant_id, t.id, t.state as was, ${nextState(since)} as state, h.heard_at, ${RATE} as rate,
             ${refusal ? REFUSED : sql`null::timestamptz`} as refused
        from ${table} t
        left join link_heard h on h.tenant_id = t.tenant_id and h.entity = ${entity} and h.record_id = t.id)
    update ${table} t set
      state = w.state, last_heard = w.heard_at, points_per_minute = w.rate,
      state_since = case when w.was is distinct from w.state or t.state_since is null
        then case when w.state = 'offline' then w.heard_at else now() end else t.state_since end
      ${refusal ? sql`, last_refusal = coalesce(w.refused, t.last_refusal)` : sql``}
      from wanted w
     where t.tenant_id = w.tenant_id and t.id = w.id
       and (t.state is distinct from w.state or t.last_heard is distinct from w.heard_at
         or t.points_per_minute is distinct from w.rate
         ${refusal ? sql`or t.last_refusal is distinct from coalesce(w.refused, t.last_refusal)` : sql``})
    returning t.tenant_id, t.id, w.was is distinct from w.state as turned`.execute(trx);
  return rows;
}

/** Stores the attributes that a collector reports about itself: its version, its clock, and its backlog. */
const followAttributes = (trx: Trx) =>
  sql`
    with told as (
      select c.tenant_id, c.id,
             max(case when a.key = 'version' then left(a.value #>> '{}', 100) end) as version,
             max(case when a.key = 'time' and jsonb_typeof(a.value) = 'number'
               then round(((a.value #>> '{}')::numeric / 1000 - extract(epoch from a.updated_at)), 1) end) as drift,
             max(case when a.key = 'buffered' and jsonb_typeof(a.value) = 'number'
               then least(greatest(round((a.value #>> '{}')::numeric), 0), 9007199254740991) end) as buffered
        from collector_device c
        join device d on d.tenant_id = c.tenant_id and d.sn = c.device_sn
        join device_attribute a on a.tenant_id = d.tenant_id and a.device_id = d.id and a.scope = 'client'
         and a.key in ('version', 'time', 'buffered')
       group by c.tenant_id, c.id)
    update collector_device c set
      software_version = t.version, clock_offset = t.drift::float8, buffered = t.buffered::int8
      from told t
     where c.tenant_id = t.tenant_id and c.id = t.id
       and (c.software_version is distinct from t.version or c.clock_offset is distinct from t.drift::float8
         or c.buffered is distinct from t.buffered::int8)`.execute(trx);

/** Updates the states of all channels and collectors, and reports the changed ones. */
export async function sweepLinks({ db, hub }: { db: Database; hub: Hub }): Promise<void> {
  const turned = await db.system(async (trx) => {
    const { since } = await readHeartbeat(trx);
    const changes = [];
    for (const entity of ['channel', 'collectorDevice'] as const)
      changes.push(...(await followLinks(trx, entity, since)).map((change) => ({ ...change, entity })));
    await followAttributes(trx);
    return changes.filter((change) => change.turned);
  });
  for (const { entity, tenantId, id } of turned)
    hub.publish({ type: 'entity', entity, tenantId, id: Number(id), do: 'update' });
}
