/** Cuts the roll-ups of a variable anew after its zone, or what else is in them, was changed. */
import type pg from 'pg';
import { day_end, day_start, HOUR_MS, unit_next, unit_start } from '../../runtime/core/timeWindow.ts';
import { cut_of, type RolledUnit } from './rollup.ts';
import { rows_recompute } from './rollupStore.ts';
import { transaction_run } from './transaction.ts';
import type { TelemetryVariable } from './types.ts';

type Bounds = [start: number, end: number];

/** The last instant inside a UTC hour: a local hour may begin in the middle of it. */
const INSIDE = HOUR_MS - 1;
const CHUNK = 5_000;

/** The buckets in which these instants lie. */
function buckets_local(instants: readonly number[], unit: RolledUnit, zone: string): Bounds[] {
  const starts = new Set(instants.map((ts) => unit_start(ts, unit, zone)));
  return [...starts].sort((a, b) => a - b).map((bucket) => [bucket, unit_next(bucket, unit, zone)]);
}

async function buckets_fill(
  client: pg.PoolClient,
  unit: RolledUnit,
  variable: TelemetryVariable,
  buckets: readonly Bounds[],
): Promise<void> {
  for (let at = 0; at < buckets.length; at += CHUNK) {
    const part = buckets.slice(at, at + CHUNK);
    await rows_recompute(
      client,
      `rollup_${unit}`,
      part.map(([bucket, bucketEnd]) => ({ variable, bucket, bucketEnd })),
    );
  }
}

/**
 * Where the raw points begin; null: there are none. Roll-ups that are older outlive their points: they stay as
 * they were cut, and what follows begins with the first whole day.
 */
async function rebuild_from(client: pg.PoolClient, { tenantId, id, zone }: TelemetryVariable) {
  const { rows } = await client.query<{ raw: number | null; rolled: number | null }>(
    `SELECT (SELECT extract(epoch FROM min(ts))::float8 * 1000
               FROM points_between($1, $2, '-infinity', 'infinity') WHERE quality < 2) AS raw,
            (SELECT extract(epoch FROM min(first_ts))::float8 * 1000
               FROM rollup_hour WHERE tenant_id = $1 AND variable_id = $2) AS rolled`,
    [tenantId, id],
  );
  const { raw = null, rolled = null } = rows[0] ?? {};
  if (raw === null) return null;
  return rolled === null || raw <= rolled ? day_start(raw, zone) : day_end(day_start(raw, zone), zone);
}

/** All of them, whatever their days were cut in: a month that begins an hour earlier would count as the one before. */
async function months_rebuild(client: pg.PoolClient, variable: TelemetryVariable): Promise<void> {
  const { tenantId, id, zone } = variable;
  const own = 'WHERE tenant_id = $1 AND variable_id = $2';
  await client.query(`DELETE FROM rollup_month ${own}`, [tenantId, id]);
  const { rows } = await client.query<{ day: number }>(
    `SELECT (extract(epoch FROM bucket) * 1000)::float8 AS day FROM rollup_day ${own}`,
    [tenantId, id],
  );
  const days = rows.map(({ day }) => day);
  await buckets_fill(client, 'month', variable, buckets_local(days, 'month', zone));
}

async function rebuild_locked(client: pg.PoolClient, variable: TelemetryVariable): Promise<void> {
  const key = [variable.tenantId, variable.id];
  const cut = cut_of(variable);
  const own = 'tenant_id = $1 AND variable_id = $2';
  const locked = await client.query<{ cut: string }>(`SELECT cut FROM latest WHERE ${own} FOR UPDATE`, key);
  if (locked.rows.length === 0 || locked.rows[0]!.cut === cut) return;
  const from = await rebuild_from(client, variable);
  if (from !== null) {
    const since = [...key, new Date(from)];
    await client.query(`DELETE FROM rollup_hour WHERE ${own} AND last_ts >= $3`, since);
    await client.query(`DELETE FROM rollup_day WHERE ${own} AND last_ts >= $3`, since);
    const { rows } = await client.query<{ hour: number }>(
      `SELECT DISTINCT (extract(epoch FROM date_trunc('hour', ts)) * 1000)::float8 AS hour
         FROM points_between($1, $2, $3, 'infinity')`,
      since,
    );
    const instants = rows.flatMap(({ hour }) => [hour, hour + INSIDE]);
    for (const unit of ['hour', 'day'] satisfies RolledUnit[]) {
      const buckets = buckets_local(instants, unit, variable.zone).filter(([start]) => start >= from);
      await buckets_fill(client, unit, variable, buckets);
    }
  }
  await months_rebuild(client, variable);
  await client.query(`UPDATE latest SET cut = $3 WHERE ${own}`, [...key, cut]);
}

/** Waits for writers of the same variable and holds them back until it is done. */
export const rollups_rebuild = (pool: pg.Pool, variable: TelemetryVariable): Promise<void> =>
  transaction_run(pool, (client) => rebuild_locked(client, variable));
