/**
 * Reverts an import: deletes added points and restores changed ones. Points that were written later remain. Points of
 * which only statistics remain are not changed.
 */
import type pg from 'pg';
import { DAY_MS, HOUR_MS } from '../../../../runtime/core/time/timeWindow.ts';
import { lastHour } from '../read/hoursSql.ts';
import { looseBetween, pointsBetween } from '../read/pointsSql.ts';
import { BAD, rollPoints } from './batch.ts';
import { float8Array, int2Array, textArray, timestamptzArray } from './binaryArrays.ts';
import { findKept, NOTHING, spotKey, type Value } from './importedPoints.ts';
import { rollTails } from './rollups/pendingRollups.ts';
import { type RolledVariable, readCut } from './rollups/rollup.ts';
import { writeRollups } from './rollups/rollupStore.ts';
import { runTransaction } from './transaction.ts';

export interface RevertCounts {
  removed: number;
  restored: number;
  kept: number;
}

interface WrittenRow {
  id: string;
  variableId: number;
  times: number[];
  numbers: number[] | null;
  texts: string[] | null;
  beforeNumbers: number[] | null;
  beforeTexts: string[] | null;
  beforeQuality: number[] | null;
}

interface Written {
  ts: number;
  value: Value;
  /** Null if there was no point. */
  before: { value: Value; quality: number } | null;
}

const FIRST = `
select id, variable_id as "variableId", texts, numbers, before_numbers as "beforeNumbers", before_texts as "beforeTexts",
    before_quality as "beforeQuality",
    array(select (extract(epoch from t) * 1000)::float8 from unnest(times) with ordinality as u(t, at) order by at) as times
  from import_written where tenant_id = $1 and job_id = $2 order by id desc limit 1`;

function listWritten(row: WrittenRow): Written[] {
  const values: Value[] = row.texts ?? row.numbers ?? [];
  const beforeValues: Value[] = row.beforeTexts ?? row.beforeNumbers ?? [];
  return row.times.map((ts, index) => {
    const quality = row.beforeQuality?.[index] ?? NOTHING;
    const before = quality === NOTHING ? null : { value: beforeValues[index]!, quality };
    return { ts: Math.round(ts), value: values[index]!, before };
  });
}

interface Locked {
  variable: RolledVariable;
  /** Raw points before this time were deleted. Null without deletions. */
  rawFrom: number | null;
}

/** Locks a variable, so that its writers wait. Null if it was purged with all its points. */
async function lockVariable(client: pg.PoolClient, tenantId: number, id: number): Promise<Locked | null> {
  const { rows } = await client.query<{ cut: string; rawFrom: number | null }>(
    `select cut, (extract(epoch from raw_from) * 1000)::float8 as "rawFrom" from latest
      where tenant_id = $1 and variable_id = $2 for update`,
    [tenantId, id],
  );
  const [row] = rows;
  return row ? { variable: { tenantId, id, ...readCut(row.cut) }, rawFrom: row.rawFrom } : null;
}

const POINTS_OF_DAY = pointsBetween({
  tenant: '$1',
  variable: '$2',
  lower: `d.day::timestamp AT TIME ZONE 'UTC'`,
  upper: `(d.day + 1)::timestamp AT TIME ZONE 'UTC'`,
});

/** Unpacks sealed days to single points, which override other points. The next sealing packs them again. */
async function unpackDays(client: pg.PoolClient, key: readonly [number, number], points: readonly Written[]) {
  const days = [...new Set(points.map(({ ts }) => new Date(ts).toISOString().slice(0, 10)))];
  const ofDays = 'd.tenant_id = $1 and d.variable_id = $2 and d.day = any($3::date[])';
  await client.query(
    `insert into points (tenant_id, variable_id, ts, value, quality)
     select $1::int4, $2::int4, p.ts, p.value, p.quality from (select d.day from points_day as d where ${ofDays}) as d,
       ${POINTS_OF_DAY} as p
     on conflict do nothing`,
    [...key, days],
  );
  await client.query(`delete from points_day as d where ${ofDays}`, [...key, days]);
}

/** Deletes values from rows where a device sent the same value as the import. */
const CLEAR_ROWS = `
update point_row as r set value[s.place] = null
  from point_shape as s, unnest($3::timestamptz[]) as u(ts)
 where s.tenant_id = $1 and s.variable_id = $2 and r.tenant_id = $1 and r.shape = s.shape and r.ts = u.ts`;

async function writePoints(
  client: pg.PoolClient,
  key: readonly [number, number],
  points: readonly Written[],
  isText: boolean,
): Promise<void> {
  const table = isText ? 'text_point' : 'points';
  const gone = timestamptzArray(points.flatMap(({ ts, before }) => (before ? [] : [ts])));
  const again = points.flatMap(({ ts, before }) => (before ? [{ ts, ...before }] : []));
  await client.query(
    `delete from ${table} where tenant_id = $1 and variable_id = $2 and ts = any($3::timestamptz[])`,
    [...key, gone],
  );
  if (!isText) await client.query(CLEAR_ROWS, [...key, gone]);
  await client.query(
    `insert into ${table} as p (tenant_id, variable_id, ts, value, quality)
     select $1::int4, $2::int4, u.* from unnest($3::timestamptz[], $4::${isText ? 'text' : 'float8'}[], $5::int2[]) as u
     on conflict (tenant_id, variable_id, ts) do update set value = excluded.value, quality = excluded.quality`,
    [
      ...key,
      timestamptzArray(again.map(({ ts }) => ts)),
      isText
        ? textArray(again.map(({ value }) => String(value)))
        : float8Array(again.map(({ value }) => Number(value))),
      int2Array(again.map(({ quality }) => quality)),
    ],
  );
}

const ALL = { tenant: '$1', variable: '$2', lower: `'-infinity'`, upper: `'infinity'` };

const LAST_HOUR = lastHour({ tenant: '$1', variable: '$2', before: `'infinity'` }, 'last_ts', 'last');

/** Sets the newest remaining value. A variable without points is reset to the state of a new variable. */
async function settleLatest(client: pg.PoolClient, key: readonly [number, number]): Promise<void> {
  const ofVariable = 'tenant_id = $1 and variable_id = $2';
  const { rowCount } = await client.query(
    `delete from latest where ${ofVariable} and raw_from is null
        and not exists (select from ${looseBetween(ALL)} as loose) and not exists (select from points_day where ${ofVariable})
        and not exists (select from text_point where ${ofVariable})`,
    [...key],
  );
  if (rowCount) return;
  await client.query(
    `update latest as l set ts = n.ts, value = n.value, text = n.text,
        rolled_to = case when n.ts = 'epoch' then n.ts
          else (n.ts at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC' end,
        received_at = case when l.received_at <= l.ts then least(l.received_at, n.ts) else l.received_at end
       from (
         (select last_ts as ts, last as value, null as text from ${LAST_HOUR} as h)
         union all
         (select ts, null, value from text_point where ${ofVariable} and quality < ${BAD} order by ts desc limit 1)
         union all select 'epoch'::timestamptz, null, null
         order by ts desc limit 1
       ) as n where l.tenant_id = $1 and l.variable_id = $2`,
    [...key],
  );
}

async function revertRow(client: pg.PoolClient, tenantId: number, row: WrittenRow): Promise<RevertCounts> {
  const { variableId } = row;
  const key = [tenantId, variableId] as const;
  const isText = row.texts !== null;
  const written = listWritten(row);
  const locked = await lockVariable(client, tenantId, variableId);
  if (!locked) return { removed: 0, restored: 0, kept: 0 };
  await rollTails(client, tenantId, [variableId]);
  const now = await findKept(
    client,
    tenantId,
    written.map(({ ts }) => ({ variableId, ts, isText })),
  );
  const { rawFrom } = locked;
  const isOurs = ({ ts, value }: Written): boolean => {
    const current = now.get(spotKey({ variableId, ts }));
    // An hour with deleted raw points cannot be computed again.
    const isClosed = !isText && rawFrom !== null && ts < rawFrom + HOUR_MS;
    return !isClosed && current?.value === value && current.quality === 0;
  };
  const ours = written.filter(isOurs).sort((a, b) => a.ts - b.ts);
  if (!isText) await unpackDays(client, key, ours);
  await writePoints(client, key, ours, isText);
  // Buckets are computed again from the remaining points, as for points that became bad.
  const counted = isText
    ? []
    : ours.map(({ ts }) => ({ variable: locked.variable, ts, value: 0, quality: BAD }));
  await writeRollups(client, tenantId, rollPoints(counted));
  await settleLatest(client, key);
  const removed = ours.filter(({ before }) => before === null).length;
  return { removed, restored: ours.length - removed, kept: written.length - ours.length };
}

/** Creates partitions for unpacked days, because a sealed day may be in a month without partitions for rows. */
async function ensureMonths(pool: pg.Pool, times: readonly number[]): Promise<void> {
  const months = new Set(
    times.map((ts) => new Date(Math.floor(ts / DAY_MS) * DAY_MS).toISOString().slice(0, 7)),
  );
  for (const month of months) await pool.query('select points_partition($1::date)', [`${month}-01`]);
}

/**
 * Reverts the newest remaining batch of an import. Returns its variable and the number of reverted values. Null if no
 * batch remains. `count` records the same numbers within the transaction.
 */
export async function revertBatch(
  pool: pg.Pool,
  tenantId: number,
  jobId: number,
  count: (client: pg.PoolClient, counts: RevertCounts) => Promise<void>,
): Promise<(RevertCounts & { variableId: number }) | null> {
  const { rows } = await pool.query<WrittenRow>(FIRST, [tenantId, jobId]);
  const [row] = rows;
  if (!row) return null;
  if (row.texts === null) await ensureMonths(pool, row.times);
  let reverted: RevertCounts = { removed: 0, restored: 0, kept: 0 };
  await runTransaction(pool, async (client) => {
    reverted = await revertRow(client, tenantId, row);
    await client.query('delete from import_written where tenant_id = $1 and job_id = $2 and id = $3', [
      ...[tenantId, jobId, row.id],
    ]);
    await count(client, reverted);
  });
  return { ...reverted, variableId: row.variableId };
}
