/** Computes the roll-ups of a variable again after a change of its time zone or other settings. */
import type pg from 'pg';
import { HOUR_MS, startUnit, unitNext } from '../../../../../runtime/core/time/timeWindow.ts';
import { hoursBetween } from '../../read/hoursSql.ts';
import { pointsBetween } from '../../read/pointsSql.ts';
import type { TelemetryVariable } from '../../types.ts';
import { runTransaction } from '../transaction.ts';
import { unpackHoursSince } from './hourDays.ts';
import { cutOf, type RolledUnit } from './rollup.ts';
import { recomputeRows } from './rollupStore.ts';

type Bounds = [start: number, end: number];

/** Offset of the last millisecond of a UTC hour, because a local hour may start within it. */
const INSIDE = HOUR_MS - 1;
const CHUNK = 5_000;

/** Returns the buckets that contain these times. */
function bucketsLocal(instants: readonly number[], unit: RolledUnit, zone: string): Bounds[] {
  const starts = new Set(instants.map((ts) => startUnit(ts, unit, zone)));
  return [...starts].sort((a, b) => a - b).map((bucket) => [bucket, unitNext(bucket, unit, zone)]);
}

async function fillBuckets(
  client: pg.PoolClient,
  unit: RolledUnit,
  variable: TelemetryVariable,
  buckets: readonly Bounds[],
): Promise<void> {
  for (let start = 0; start < buckets.length; start += CHUNK) {
    const part = buckets.slice(start, start + CHUNK);
    await recomputeRows(
      client,
      variable.tenantId,
      `rollup_${unit}`,
      part.map(([bucket, bucketEnd]) => ({ variable, bucket, bucketEnd })),
    );
  }
}

interface Seam {
  /** Hours of the previous time zone from this time on are computed again. */
  since: number;
  /** The first hour in the new time zone. */
  start: number;
}

const OF_VARIABLE = { tenant: '$1', variable: '$2', upper: `'infinity'` };
const COMPLETE_HOURS = hoursBetween({ ...OF_VARIABLE, lower: `coalesce(l.raw_from, '-infinity')` }, 'bucket');
const ALL_HOURS = hoursBetween({ ...OF_VARIABLE, lower: `'-infinity'` }, 'bucket');

/**
 * Finds the time from which hours are computed again. Hours before complete raw points remain unchanged. Null if there
 * are no other hours.
 */
async function findSeam(
  client: pg.PoolClient,
  { tenantId, id, zone }: TelemetryVariable,
): Promise<Seam | null> {
  const { rows } = await client.query<{ hour: number | null }>(
    `select extract(epoch from min(h.bucket))::float8 * 1000 as hour from latest as l, ${COMPLETE_HOURS} as h
      where l.tenant_id = $1 and l.variable_id = $2`,
    [tenantId, id],
  );
  const since = rows[0]?.hour ?? null;
  if (since === null) return null;
  const start = startUnit(since, 'hour', zone);
  return { since, start: start === since ? start : unitNext(start, 'hour', zone) };
}

const POINTS_SINCE = pointsBetween({ tenant: '$1', variable: '$2', lower: '$3', upper: `'infinity'` });

/** Finds the buckets of the points since a time. */
async function findHours(
  client: pg.PoolClient,
  { tenantId, id, zone }: TelemetryVariable,
  since: number,
): Promise<Bounds[]> {
  const { rows } = await client.query<{ hour: number }>(
    `select distinct (extract(epoch from date_trunc('hour', ts)) * 1000)::float8 as hour
       from ${POINTS_SINCE} as p`,
    [tenantId, id, new Date(since)],
  );
  const instants = rows.flatMap(({ hour }) => [hour, hour + INSIDE]);
  return bucketsLocal(instants, 'hour', zone).filter(([start]) => start >= since);
}

async function rebuildHours(client: pg.PoolClient, variable: TelemetryVariable): Promise<void> {
  const seam = await findSeam(client, variable);
  if (!seam) return;
  const { since, start } = seam;
  await unpackHoursSince(client, variable, since);
  await client.query('delete from rollup_hour where tenant_id = $1 and variable_id = $2 and bucket >= $3', [
    ...[variable.tenantId, variable.id, new Date(since)],
  ]);
  // If the zones differ by half an hour, a partial hour remains between the unchanged hours and the first new one.
  const part: Bounds[] = since < start ? [[since, start]] : [];
  await fillBuckets(client, 'hour', variable, [...part, ...(await findHours(client, variable, start))]);
}

/**
 * Rebuilds all buckets of a unit from the smaller unit, whatever its time zone. A day or month that starts an hour
 * earlier counts as the previous one.
 */
async function rebuildUnit(
  client: pg.PoolClient,
  variable: TelemetryVariable,
  [unit, smaller]: readonly [RolledUnit, RolledUnit],
): Promise<void> {
  const { tenantId, id, zone } = variable;
  const ofVariable = 'where tenant_id = $1 and variable_id = $2';
  await client.query(`delete from rollup_${unit} ${ofVariable}`, [tenantId, id]);
  const { rows } = await client.query<{ start: number }>(
    `select (extract(epoch from bucket) * 1000)::float8 as start
       from ${smaller === 'hour' ? `${ALL_HOURS} as h` : `rollup_${smaller} ${ofVariable}`}`,
    [tenantId, id],
  );
  const starts = rows.map(({ start }) => start);
  await fillBuckets(client, unit, variable, bucketsLocal(starts, unit, zone));
}

async function rebuildLocked(client: pg.PoolClient, variable: TelemetryVariable): Promise<void> {
  const key = [variable.tenantId, variable.id];
  const cut = cutOf(variable);
  const ofVariable = 'tenant_id = $1 and variable_id = $2';
  const locked = await client.query<{ cut: string }>(
    `select cut from latest where ${ofVariable} for update`,
    key,
  );
  if (locked.rows.length === 0 || locked.rows[0]!.cut === cut) return;
  await rebuildHours(client, variable);
  await rebuildUnit(client, variable, ['day', 'hour']);
  await rebuildUnit(client, variable, ['month', 'day']);
  await client.query(`update latest set cut = $3 where ${ofVariable}`, [...key, cut]);
}

/** Waits for current writers of the variable and blocks later ones until the commit. */
export const rebuildRollups = (pool: pg.Pool, variable: TelemetryVariable): Promise<void> =>
  runTransaction(pool, (client) => rebuildLocked(client, variable));
