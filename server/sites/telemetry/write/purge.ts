import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { int4Array } from './binaryArrays.ts';
import type { LatestValues } from './latest.ts';

const TABLES = [
  'latest',
  'points',
  'points_day',
  'mean_day',
  'text_point',
  'rollup_hour',
  'hours_day',
  'rollup_day',
  'rollup_month',
] as const;
/** Tables whose rows are restored with a device from the recycle bin. */
const DEVICE_TABLES = ['device_attribute', 'device_claim'] as const;

/** Tables whose rows refer to a counter by `sn`. The counter's entry in the recycle bin contains the `sn` too. */
const COUNTER_TABLES = ['counter_fall', 'counter_correction', 'counter_look'] as const;

/** Deletes the falls and pending checks of counters that are neither stored nor in the recycle bin. */
async function purgeFalls(trx: Trx, tenantId: number): Promise<void> {
  for (const table of COUNTER_TABLES)
    await sql`delete from ${sql.table(table)} c where tenant_id = ${tenantId} and not exists (
      select from device_variable v where v.tenant_id = c.tenant_id and v.sn = c.variable_sn)
      and not exists (select from recycle_bin b where b.tenant_id = c.tenant_id
        and b.entity = 'deviceVariable' and b.record->>'sn' = c.variable_sn)
      and not exists (select from recycle_row r where r.tenant_id = c.tenant_id
        and r.entity = 'deviceVariable' and r.record->>'sn' = c.variable_sn)`.execute(trx);
}

/**
 * Finds the variables that are neither in the tables nor in the recycle bin. Telemetry is read first. A variable
 * created in between therefore exists when it is checked.
 */
async function findGone(trx: Trx, tenantId: number): Promise<number[]> {
  const batch = await sql<{ ids: number[] }>`
    select coalesce(array_agg(variable_id), '{}') as ids from latest where tenant_id = ${tenantId}`.execute(
    trx,
  );
  const { rows } = await sql<{ id: number }>`
    select l.id from unnest(${int4Array(batch.rows[0]?.ids ?? [])}::int4[]) as l(id)
     where not exists (select from device_variable v where v.tenant_id = ${tenantId} and v.id = l.id)
       and not exists (select from recycle_bin b
         where b.tenant_id = ${tenantId} and b.entity = 'deviceVariable' and b.record_id = l.id)
       and not exists (select from recycle_row r
         where r.tenant_id = ${tenantId} and r.entity = 'deviceVariable' and r.record_id = l.id)`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Deletes rows that belong only to these variables. In shared rows, deletes their values. */
async function purgeRows(trx: Trx, tenantId: number, gone: Buffer): Promise<void> {
  const { rows: places } = await sql<{ shape: string; place: number }>`
    delete from point_shape where tenant_id = ${tenantId} and variable_id = any(${gone}::int4[])
    returning shape::text as shape, place`.execute(trx);
  for (const [shape, of] of Map.groupBy(places, (row) => row.shape)) {
    const { rows } = await sql<{ shared: boolean }>`
      select exists (select from point_shape as r where r.tenant_id = ${tenantId} and r.shape = ${shape}::int8) as shared`.execute(
      trx,
    );
    const cleared = sql.join(of.map(({ place }) => sql`value[${sql.lit(place)}] = null`));
    await (rows[0]!.shared
      ? sql`update point_row as r set ${cleared} where r.tenant_id = ${tenantId} and r.shape = ${shape}::int8`
      : sql`delete from point_row as r where r.tenant_id = ${tenantId} and r.shape = ${shape}::int8`
    ).execute(trx);
  }
}

/** Deletes the remaining data of deleted variables. The next purge deletes what a crash leaves. */
export async function purgeVariables(db: Database, latest: LatestValues, tenantId: number): Promise<void> {
  const ids = await db.system(async (trx) => {
    await sql`delete from device_heard h where tenant_id = ${tenantId} and not exists (
      select from device d where d.tenant_id = h.tenant_id and d.id = h.device_id)`.execute(trx);
    for (const table of DEVICE_TABLES)
      await sql`delete from ${sql.table(table)} a where tenant_id = ${tenantId} and not exists (
        select from device d where d.tenant_id = a.tenant_id and d.id = a.device_id)
        and not exists (select from recycle_bin b
          where b.tenant_id = a.tenant_id and b.entity = 'device' and b.record_id = a.device_id)
        and not exists (select from recycle_row r
          where r.tenant_id = a.tenant_id and r.entity = 'device' and r.record_id = a.device_id)`.execute(
        trx,
      );
    await purgeFalls(trx, tenantId);
    const gone = await findGone(trx, tenantId);
    if (gone.length === 0) return gone;
    const ids = int4Array(gone);
    for (const table of TABLES)
      await sql`delete from ${sql.table(table)}
        where tenant_id = ${tenantId} and variable_id = any(${ids}::int4[])`.execute(trx);
    await purgeRows(trx, tenantId, ids);
    return gone;
  });
  for (const id of ids) latest.forget(tenantId, id);
}
