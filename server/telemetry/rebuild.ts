/** Cuts the roll-ups of a variable anew after its zone, or what else is in them, was changed. */
import type pg from 'pg';
import { day_end, day_start, HOUR_MS, hour_end, hour_start } from '../../runtime/core/timeWindow.ts';
import { cut_of } from './rollup.ts';
import type { RollupTable } from './rollupSql.ts';
import { rows_recompute } from './rollupStore.ts';
import { transaction_run } from './transaction.ts';
import type { TelemetryVariable } from './types.ts';

type Bounds = [start: number, end: number];

/** The last instant inside a UTC hour: a local hour may begin in the middle of it. */
const INSIDE = HOUR_MS - 1;
const CHUNK = 5_000;

function buckets_local(
  hours: readonly number[],
  zone: string,
  start: typeof hour_start,
  end: typeof hour_end,
): Bounds[] {
  const starts = new Set(hours.flatMap((hour) => [start(hour, zone), start(hour + INSIDE, zone)]));
  return [...starts].sort((a, b) => a - b).map((bucket) => [bucket, end(bucket, zone)]);
}

async function buckets_fill(
  client: pg.PoolClient,
  table: RollupTable,
  variable: TelemetryVariable,
  buckets: readonly Bounds[],
): Promise<void> {
  for (let at = 0; at < buckets.length; at += CHUNK) {
    const part = buckets.slice(at, at + CHUNK);
    await rows_recompute(
      client,
      table,
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
    const hours = rows.map(({ hour }) => hour);
    const { zone } = variable;
    const since_from = ([start]: Bounds): boolean => start >= from;
    const hoursOf = buckets_local(hours, zone, hour_start, hour_end).filter(since_from);
    await buckets_fill(client, 'rollup_hour', variable, hoursOf);
    const daysOf = buckets_local(hours, zone, day_start, day_end).filter(since_from);
    await buckets_fill(client, 'rollup_day', variable, daysOf);
  }
  await client.query(`UPDATE latest SET cut = $3 WHERE ${own}`, [...key, cut]);
}

/** Waits for writers of the same variable and holds them back until it is done. */
export const rollups_rebuild = (pool: pg.Pool, variable: TelemetryVariable): Promise<void> =>
  transaction_run(pool, (client) => rebuild_locked(client, variable));
