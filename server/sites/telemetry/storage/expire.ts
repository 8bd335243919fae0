/**
 * Deletes raw points that are older than the class of their variable says; roll-ups stay. Before the first deletion
 * the variable's row in `latest` notes from when on its raw points are complete: no roll-up from before is ever
 * computed anew out of what is left.
 */
import type pg from 'pg';
import { wait } from '../../../platform/timers/wait.ts';
import { rollTails } from '../tails.ts';
import { runTransaction } from '../transaction.ts';

/** In months, except for the first. */
const KEPT: Record<string, string> = { raw30d: '30 days', raw1y: '12 months', raw3y: '36 months' };

interface Expiring {
  tenant: number;
  variable: number;
  /** The first day that stays. */
  since: string;
}

interface Expired {
  points: number;
}

const PAGE = 1_000;

/** Variables whose class ends, in their order; those in the recycle bin wait there with their points. */
async function findVariables(pool: pg.Pool, after: Expiring, now: Date): Promise<Expiring[]> {
  const { rows } = await pool.query<Expiring>(
    `select l.tenant_id as tenant, l.variable_id as variable,
       to_char(($3::timestamptz at time zone 'UTC')::date - k.kept, 'YYYY-MM-DD') as since
       from latest as l
       join device_variable as v on v.tenant_id = l.tenant_id and v.id = l.variable_id
       join tenant as t on t.id = l.tenant_id
       join unnest($4::text[], $5::interval[]) as k(class, kept)
         on k.class = coalesce(v.retention, t.point_retention)
      where (l.tenant_id, l.variable_id) > ($1::int4, $2::int4)
      order by l.tenant_id, l.variable_id limit ${PAGE}`,
    [after.tenant, after.variable, now, Object.keys(KEPT), Object.values(KEPT)],
  );
  return rows;
}

const OLD = (table: string, time: string): string =>
  `select min(${time}) as at from ${table} where tenant_id = $1 and variable_id = $2 and ${time} < $3`;

/** Deletes the oldest day of a variable's points in one transaction; answers how many points, 0 when nothing is old. */
async function deleteDay(pool: pg.Pool, { tenant, variable, since }: Expiring): Promise<number> {
  let deleted = 0;
  const key = [tenant, variable, `${since}T00:00:00Z`];
  await runTransaction(pool, async (client) => {
    const { rows } = await client.query<{ day: string | null }>(
      `select to_char(least((${OLD('points', 'ts')}), (${OLD('text_point', 'ts')}),
         (select min(day)::timestamp at time zone 'UTC' from points_day
           where tenant_id = $1 and variable_id = $2 and day < $3::date)) at time zone 'UTC', 'YYYY-MM-DD') as day`,
      key,
    );
    const day = rows[0]?.day;
    if (!day) return;
    await rollTails(client, tenant, [variable]);
    await client.query(
      'update latest set raw_from = greatest(raw_from, $3) where tenant_id = $1 and variable_id = $2',
      key,
    );
    const own = 'tenant_id = $1 and variable_id = $2';
    const times = `ts >= $3::date::timestamp at time zone 'UTC' and ts < ($3::date + 1)::timestamp at time zone 'UTC'`;
    const answer = await client.query<{ points: string }>(
      `with p as (delete from points where ${own} and ${times} returning 1),
         t as (delete from text_point where ${own} and ${times} returning 1),
         d as (delete from points_day where ${own} and day = $3::date returning n)
       select (select count(*) from p) + (select count(*) from t) + (select coalesce(sum(n), 0) from d) as points`,
      [tenant, variable, day],
    );
    deleted = Number(answer.rows[0]?.points);
  });
  return deleted;
}

/** Ends early when the signal says so. */
export async function expirePoints(
  pool: pg.Pool,
  now: Date,
  signal: AbortSignal,
  rest = 1,
): Promise<Expired> {
  const expired: Expired = { points: 0 };
  let after: Expiring = { tenant: -1, variable: -1, since: '' };
  for (;;) {
    const page = await findVariables(pool, after, now);
    for (const variable of page) {
      for (;;) {
        if (signal.aborted) return expired;
        const start = performance.now();
        const deleted = await deleteDay(pool, variable);
        if (deleted === 0) break;
        expired.points += deleted;
        await wait((performance.now() - start) * rest, signal);
      }
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return expired;
    after = last;
  }
}
