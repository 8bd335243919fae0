/** The monthly partitions of raw points. Empty ones of the past are dropped, which frees their disk space at once. */
import type pg from 'pg';
import { OF_ALL_TENANTS } from '../../../platform/db/tables/distribute.ts';

const PARENTS = ['points', 'point_row', 'points_day'] as const;
type Parent = (typeof PARENTS)[number];

/** Lists the partitions that are empty and ended before the time. */
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

/** Drops empty partitions and returns their number. Partitions in use are tried again next time. */
export async function cleanPartitions(pool: pg.Pool, before: Date, signal: AbortSignal): Promise<number> {
  let dropped = 0;
  for (const parent of PARENTS) {
    for (const child of await listEmpty(pool, parent, before)) {
      if (signal.aborted) return dropped;
      // Deleted rows are still in the table. Requests should not wait while they are scanned.
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
 * Creates the partition of a month once, and always remembers it. Only the process that seals drops partitions, and
 * never recent ones.
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
