/** Counts what is stored, by tenant, kind, month and class, and how it grows. Reads the raw tables as a whole. */
import type pg from 'pg';
import { runTransaction } from '../transaction.ts';

/**
 * Each kind counts its rows (`n`), its points and what its rows weigh in bytes; `whole` is what the table takes on disk
 * with its indexes, which is shared out by weight. Kinds without a class are kept for good.
 */
const CLASS = `coalesce(v.retention, k.point_retention, 'forever')`;
const OWNERS = `left join device_variable as v on v.tenant_id = c.tenant_id and v.id = c.variable_id
  left join tenant as k on k.id = c.tenant_id`;
const MONTH = (time: string): string => `date_trunc('month', ${time} at time zone 'UTC')::date`;
/** A row's header and its entry in the index. */
const ROW = 60;

const KINDS: Record<string, string> = {
  raw: `
    select c.tenant_id, c.month, ${CLASS} as class, c.n, c.n as points, c.n as weight, c.source
      from (select tenant_id, variable_id, tableoid as source, ${MONTH('min(ts)')} as month, count(*) as n
              from points group by 1, 2, 3) as c ${OWNERS}`,
  sealed: `
    select c.tenant_id, c.month, ${CLASS} as class, c.n, c.points, c.weight, c.source
      from (select tenant_id, variable_id, tableoid as source, date_trunc('month', min(day))::date as month,
              count(*) as n, sum(n) as points, sum(2 * ${ROW} + coalesce(pg_column_size(apart2), 0)
                + coalesce(pg_column_size(apart4), 0) + coalesce(pg_column_size(value2), 0)
                + coalesce(pg_column_size(value4), 0) + coalesce(pg_column_size(value8), 0)
                + coalesce(pg_column_size(quality), 0)) as weight
              from points_day group by 1, 2, 3) as c ${OWNERS}`,
  text: `
    select c.tenant_id, c.month, ${CLASS} as class, c.n, c.n as points, c.weight, 'text_point'::regclass as source
      from (select tenant_id, variable_id, ${MONTH('ts')} as month, count(*) as n,
              sum(${ROW} + pg_column_size(value)) as weight from text_point group by 1, 2, 3) as c ${OWNERS}`,
  // A day has about as many hours as it has points, at most 24: the hours themselves are too many to count.
  rollup: `
    select tenant_id, ${MONTH('bucket')} as month, 'forever' as class, count(*) + sum(least(n, 24)) as n,
      0 as points, count(*) + sum(least(n, 24)) as weight, 'rollup_hour'::regclass as source
      from rollup_day group by 1, 2`,
  audit: `
    select tenant_id, ${MONTH('at')} as month, 'forever' as class, count(*) as n, 0 as points,
      sum(${ROW} + pg_column_size(diff)) as weight, 'audit_log'::regclass as source from audit_log group by 1, 2`,
};

const WHOLE = `pg_total_relation_size(source) + case when source = 'rollup_hour'::regclass
  then pg_total_relation_size('rollup_day') + pg_total_relation_size('rollup_month') else 0 end`;

/** The rows of a kind with their share of the disk. */
const insertShares = (kind: string, source: string): string => `
insert into storage_share (tenant_id, kind, month, retention, n, points, bytes)
select tenant_id, '${kind}', month, class, sum(n), sum(points), sum(weight * whole / total)
  from (select s.*, sum(weight) over (partition by source) as total, (${WHOLE})::numeric as whole
          from (${source}) as s) as w
 group by tenant_id, month, class`;

const FILES = `
insert into storage_share (tenant_id, kind, month, retention, n, points, bytes)
select tenant_id, 'file', ${MONTH('created_at')}, 'forever', count(*), 0, sum(size) from file group by 1, 3`;

/** Tenant 0 stands for all of them, with what belongs to none. */
const SIZES = `
insert into storage_size (tenant_id, day, bytes, points)
select tenant_id, ($1::timestamptz at time zone 'UTC')::date, sum(bytes), sum(points) from storage_share
 where tenant_id <> 0 group by 1
union all
select 0, ($1::timestamptz at time zone 'UTC')::date,
  pg_database_size(current_database()) + coalesce(sum(bytes) filter (where kind = 'file'), 0), coalesce(sum(points), 0)
  from storage_share
on conflict (tenant_id, day) do update set bytes = excluded.bytes, points = excluded.points, counted_at = now()`;

/** Replaces what was counted before. */
export const countShares = (pool: pg.Pool, now: Date): Promise<void> =>
  runTransaction(pool, async (client) => {
    await client.query('delete from storage_share');
    for (const [kind, source] of Object.entries(KINDS)) await client.query(insertShares(kind, source));
    await client.query(FILES);
    await client.query(SIZES, [now]);
  });
