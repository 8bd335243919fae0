/**
 * The monthly partitions of raw points. Empty past partitions are dropped, which frees their disk space immediately.
 */
import type pg from 'pg';
import { OF_ALL_TENANTS } from '../../../platform/db/tables/distribute.ts';

const PARENTS = ['points', 'point_row', 'points_day'] as const;
type Parent = (typeof PARENTS)[number];

/** Lists empty partitions that ended before the time. */
async function listEmpty(pool: pg.Pool, parent: Parent, before: Date): Promise<string[]> {
  const { rows } = await pool.query<{ child: string }>(
    `select c.oid::regclass::text as child from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass
        and (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month')::timestamp at time zone 'UTC' <= $2
      order by c.relname`,
    [parent, before],
  );
  const empty: string[] = [];
  for (const { child } of rows) {
    const result = await pool.query(`${OF_ALL_TENANTS}select 1 as one from ${child} limit 1`);
    if (result.rowCount === 0) empty.push(child);
  }
  return empty;
}

/** Drops empty partitions. Returns their number. Partitions in use are retried in the next run. */
export async function cleanPartitions(pool: pg.Pool, before: Date, signal: AbortSignal): Promise<number> {
  let dropped = 0;
  for (const parent of PARENTS) {
    for (const child of await listEmpty(pool, parent, before)) {
      if (signal.aborted) return dropped;
      // Deleted rows are still in the table, and scanning them while holding a lock would block requests.
      await pool.query(`vacuum ${child}`);
      const answer = await pool.query<{ done: boolean }>(
        'select partition_drop($1::regclass, $2::regclass) as done',
        [parent, child],
      );
      if (answer.rows[0]?.done) dropped += 1;
    }
  }
  return dropped;
}

/**
 * Creates the partition of a month once and caches that. Only the sealing process drops partitions, and never recent
 * ones.
 */
export function sealedMonths(client: pg.ClientBase): (day: string) => Promise<void> {
  const days = new Set<string>();
  return async (day) => {
    const month = day.slice(0, 7);
    if (days.has(month)) return;
    await client.query('select points_day_partition($1::date)', [`${month}-01`]);
    days.add(month);
  };
}
