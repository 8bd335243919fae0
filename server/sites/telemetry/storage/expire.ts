/**
 * Deletes raw points after the retention of their variable's class. Roll-ups remain. Before the first deletion, the
 * variable's row in `latest` gets the time from which its raw points are complete. Earlier roll-ups are never computed
 * again from the remaining points.
 */
import type pg from 'pg';
import { wait } from '../../../platform/timers/wait.ts';
import { int4Array } from '../write/binaryArrays.ts';
import { rollTails } from '../write/rollups/pendingRollups.ts';
import { runTransaction } from '../write/transaction.ts';
import { sealedMonths } from './partitions.ts';
import { movePoints } from './seal.ts';
import { oldestLoose } from './sealSql.ts';

/** In months, except for the first. */
const RETENTION: Record<string, string> = { raw30d: '30 days', raw1y: '12 months', raw3y: '36 months' };

interface Expiring {
  tenant: number;
  variable: number;
  /** The first day to keep. */
  since: string;
}

interface Expired {
  points: number;
}

const PAGE = 1_000;

/** Lists the variables whose class has a retention, in order. Variables in the recycle bin are not affected. */
async function findClassed(pool: pg.Pool, after: Expiring, now: Date): Promise<Expiring[]> {
  const { rows } = await pool.query<Expiring>(
    `select v.tenant_id as tenant, v.id::int4 as variable,
       to_char(($3::timestamptz at time zone 'UTC')::date - k.kept, 'YYYY-MM-DD') as since
       from device_variable as v
       join tenant as t on t.id = v.tenant_id
       join unnest($4::text[], $5::interval[]) as k(class, kept)
         on k.class = coalesce(v.retention, t.point_retention)
      where (v.tenant_id, v.id) > ($1::int4, $2::int8)
      order by v.tenant_id, v.id limit ${PAGE}`,
    [after.tenant, after.variable, now, Object.keys(RETENTION), Object.values(RETENTION)],
  );
  return rows;
}

/** Returns the variables with points. */
async function filterWithPoints(pool: pg.Pool, page: readonly Expiring[]): Promise<Expiring[]> {
  const rowsWithPoints: Expiring[] = [];
  for (const [tenant, tenantRows] of Map.groupBy(page, (row) => row.tenant)) {
    const { rows } = await pool.query<{ id: number }>(
      'select variable_id as id from latest where tenant_id = $1 and variable_id = any($2::int4[])',
      [tenant, int4Array(tenantRows.map(({ variable }) => variable))],
    );
    const recentIds = new Set(rows.map(({ id }) => id));
    rowsWithPoints.push(...tenantRows.filter(({ variable }) => recentIds.has(variable)));
  }
  return rowsWithPoints;
}

const OLDEST = `
select to_char(least(${oldestLoose('$2', `'-infinity'`, '$3')},
    (select min(ts) from text_point where tenant_id = $1 and variable_id = $2 and ts < $3),
    (select min(day)::timestamp at time zone 'UTC' from points_day
      where tenant_id = $1 and variable_id = $2 and day < $3::date)) at time zone 'UTC', 'YYYY-MM-DD') as day`;

interface Day {
  tenant: number;
  variable: number;
  day: string;
}

/** Packs a day of rows into sealed days, so that the points of a single variable can be deleted. */
async function packRows(pool: pg.Pool, day: Day): Promise<void> {
  const client = await pool.connect();
  try {
    await sealedMonths(client)(day.day);
    await movePoints(client, day);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Deletes a day that is not stored in rows. Returns the number of points. */
async function deleteDay(pool: pg.Pool, { tenant, variable, day }: Day, since: string): Promise<number> {
  let deleted = 0;
  await runTransaction(pool, async (client) => {
    await rollTails(client, tenant, [variable]);
    await client.query(
      'update latest set raw_from = greatest(raw_from, $3) where tenant_id = $1 and variable_id = $2',
      [tenant, variable, since],
    );
    const ofVariable = 'tenant_id = $1 and variable_id = $2';
    const times = `ts >= $3::date::timestamp at time zone 'UTC' and ts < ($3::date + 1)::timestamp at time zone 'UTC'`;
    const answer = await client.query<{ points: string }>(
      `with p as (delete from points where ${ofVariable} and ${times} returning 1),
         t as (delete from text_point where ${ofVariable} and ${times} returning 1),
         d as (delete from points_day where ${ofVariable} and day = $3::date returning n)
       select (select count(*) from p) + (select count(*) from t) + (select coalesce(sum(n), 0) from d) as points`,
      [tenant, variable, day],
    );
    deleted = Number(answer.rows[0]?.points);
  });
  return deleted;
}

const HAS_ROWS = `
select exists (
  select from point_shape as s join point_row as r on r.tenant_id = $1 and r.shape = s.shape
   where s.tenant_id = $1 and s.variable_id = $2 and r.ts >= $3::date::timestamp at time zone 'UTC'
     and r.ts < ($3::date + 1)::timestamp at time zone 'UTC') as yes`;

/** Deletes the oldest day of a variable's points. Returns the number of points. Null if no day has expired. */
async function deleteOldest(pool: pg.Pool, { tenant, variable, since }: Expiring): Promise<number | null> {
  const first = `${since}T00:00:00Z`;
  const { rows } = await pool.query<{ day: string | null }>(OLDEST, [tenant, variable, first]);
  const day = rows[0]?.day;
  if (!day) return null;
  const oldest = { tenant, variable, day };
  const { rows: found } = await pool.query<{ yes: boolean }>(HAS_ROWS, [tenant, variable, day]);
  if (found[0]!.yes) await packRows(pool, oldest);
  return deleteDay(pool, oldest, first);
}

/** Deletes expired points. Stops early when the signal aborts. */
export async function expirePoints(
  pool: pg.Pool,
  now: Date,
  signal: AbortSignal,
  rest = 1,
): Promise<Expired> {
  const expired: Expired = { points: 0 };
  let after: Expiring = { tenant: -1, variable: -1, since: '' };
  for (;;) {
    const page = await findClassed(pool, after, now);
    for (const variable of await filterWithPoints(pool, page)) {
      for (;;) {
        if (signal.aborted) return expired;
        const start = performance.now();
        const deleted = await deleteOldest(pool, variable);
        if (deleted === null) break;
        expired.points += deleted;
        await wait((performance.now() - start) * rest, signal);
      }
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return expired;
    after = last;
  }
}
