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
    `SELECT l.tenant_id AS tenant, l.variable_id AS variable,
       to_char(($3::timestamptz AT TIME ZONE 'UTC')::date - k.kept, 'YYYY-MM-DD') AS since
       FROM latest AS l
       JOIN device_variable AS v ON v.tenant_id = l.tenant_id AND v.id = l.variable_id
       JOIN tenant AS t ON t.id = l.tenant_id
       JOIN unnest($4::text[], $5::interval[]) AS k(class, kept)
         ON k.class = coalesce(v.retention, t.point_retention)
      WHERE (l.tenant_id, l.variable_id) > ($1::int4, $2::int4)
      ORDER BY l.tenant_id, l.variable_id LIMIT ${PAGE}`,
    [after.tenant, after.variable, now, Object.keys(KEPT), Object.values(KEPT)],
  );
  return rows;
}

const OLD = (table: string, time: string): string =>
  `SELECT min(${time}) AS at FROM ${table} WHERE tenant_id = $1 AND variable_id = $2 AND ${time} < $3`;

/** What lies there of the oldest day, in one transaction; answers how many points, 0 when nothing is old. */
async function deleteDay(pool: pg.Pool, { tenant, variable, since }: Expiring): Promise<number> {
  let deleted = 0;
  const key = [tenant, variable, `${since}T00:00:00Z`];
  await runTransaction(pool, async (client) => {
    const { rows } = await client.query<{ day: string | null }>(
      `SELECT to_char(least((${OLD('points', 'ts')}), (${OLD('text_point', 'ts')}),
         (SELECT min(day)::timestamp AT TIME ZONE 'UTC' FROM points_day
           WHERE tenant_id = $1 AND variable_id = $2 AND day < $3::date)) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`,
      key,
    );
    const day = rows[0]?.day;
    if (!day) return;
    await rollTails(client, tenant, [variable]);
    await client.query(
      'UPDATE latest SET raw_from = greatest(raw_from, $3) WHERE tenant_id = $1 AND variable_id = $2',
      key,
    );
    const own = 'tenant_id = $1 AND variable_id = $2';
    const times = `ts >= $3::date::timestamp AT TIME ZONE 'UTC' AND ts < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'`;
    const answer = await client.query<{ points: string }>(
      `WITH p AS (DELETE FROM points WHERE ${own} AND ${times} RETURNING 1),
         t AS (DELETE FROM text_point WHERE ${own} AND ${times} RETURNING 1),
         d AS (DELETE FROM points_day WHERE ${own} AND day = $3::date RETURNING n)
       SELECT (SELECT count(*) FROM p) + (SELECT count(*) FROM t) + (SELECT coalesce(sum(n), 0) FROM d) AS points`,
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
