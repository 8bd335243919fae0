/** Cuts the roll-ups of a variable anew after its zone was changed. */
import type pg from 'pg';
import { day_end, day_start, HOUR_MS, hour_end, hour_start } from '../../runtime/core/timeWindow.ts';
import { int4_array, timestamptz_array } from './binaryArrays.ts';
import { DAYS_RECOMPUTE, HOURS_RECOMPUTE } from './storeSql.ts';
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
  text: string,
  variable: TelemetryVariable,
  buckets: readonly Bounds[],
): Promise<void> {
  for (let at = 0; at < buckets.length; at += CHUNK) {
    const part = buckets.slice(at, at + CHUNK);
    await client.query(text, [
      int4_array(part.map(() => variable.tenantId)),
      int4_array(part.map(() => variable.id)),
      timestamptz_array(part.map(([start]) => start)),
      timestamptz_array(part.map(([, end]) => end)),
    ]);
  }
}

async function rebuild_locked(client: pg.PoolClient, variable: TelemetryVariable): Promise<void> {
  const key = [variable.tenantId, variable.id];
  const own = 'tenant_id = $1 AND variable_id = $2';
  const locked = await client.query<{ zone: string }>(`SELECT zone FROM latest WHERE ${own} FOR UPDATE`, key);
  if (locked.rows.length === 0 || locked.rows[0]!.zone === variable.zone) return;
  await client.query(`DELETE FROM rollup_hour WHERE ${own}`, key);
  await client.query(`DELETE FROM rollup_day WHERE ${own}`, key);
  const { rows } = await client.query<{ hour: number }>(
    `SELECT DISTINCT (extract(epoch FROM date_trunc('hour', ts)) * 1000)::float8 AS hour FROM points WHERE ${own}`,
    key,
  );
  const hours = rows.map(({ hour }) => hour);
  await buckets_fill(
    client,
    HOURS_RECOMPUTE,
    variable,
    buckets_local(hours, variable.zone, hour_start, hour_end),
  );
  await buckets_fill(
    client,
    DAYS_RECOMPUTE,
    variable,
    buckets_local(hours, variable.zone, day_start, day_end),
  );
  await client.query(`UPDATE latest SET zone = $3 WHERE ${own}`, [...key, variable.zone]);
}

/** Waits for writers of the same variable and holds them back until it is done. */
export const rollups_rebuild = (pool: pg.Pool, variable: TelemetryVariable): Promise<void> =>
  transaction_run(pool, (client) => rebuild_locked(client, variable));
