/**
 * Counts the stored data and its growth, by tenant, kind, month and class. Reads the raw tables completely.
 * Each node of a cluster counts its own rows. Variables with their own class are few and are passed as
 * parameters.
 */
import type pg from 'pg';
import { OF_ALL_TENANTS } from '../../../platform/db/tables/distribute.ts';
import { runTransaction } from '../write/transaction.ts';

const MONTH = (time: string): string => `date_trunc('month', ${time} at time zone 'UTC')::date`;
/** The class of the row's variable if it differs from the tenant's class ($2 to $4: tenants, variables, classes). */
const OWN = `left join unnest($2::int4[], $3::int4[], $4::text[]) as v(tenant_id, variable_id, class)
    on v.tenant_id = c.tenant_id and v.variable_id = c.variable_id`;
/** Table with the positions of variables in rows. Its rows are on the same node as the points. */
const PLACES = 'point_shape';
/** Bytes of a row's header and its index entry. */
const ROW = 60;

interface Kind {
  kind: string;
  /** A table, or the parent of partitions that are counted one after the other. */
  table: string;
  /**
   * Selects rows (`n`), points and weight in bytes, by tenant, month and class. A null class means the tenant's class.
   */
  rows(table: string): string;
  /** True if rows of this kind are stored forever. */
  forGood?: true;
  /** Further tables whose disk space is added to that of the table. */
  with?: readonly string[];
}

const KINDS: readonly Kind[] = [
  {
    kind: 'raw',
    table: 'points',
    rows: (table) => `
    select c.tenant_id, c.month, v.class, sum(c.n) as n, sum(c.n) as points, sum(c.n) as weight
      from (select tenant_id, variable_id, ${MONTH('min(ts)')} as month, count(*) as n
              from ${table} group by 1, 2) as c ${OWN} group by 1, 2, 3`,
  },
  {
    kind: 'raw',
    table: 'point_row',
    rows: (table) => `
    select c.tenant_id, c.month, v.class, sum(c.n) as n, sum(c.n) as points, sum(c.n) as weight
      from (select r.tenant_id, s.variable_id, ${MONTH('min(r.ts)')} as month, count(r.value[s.place]) as n
              from ${table} as r join ${PLACES} as s on s.tenant_id = r.tenant_id and s.shape = r.shape
             group by 1, 2) as c ${OWN} group by 1, 2, 3`,
  },
  {
    kind: 'sealed',
    table: 'points_day',
    rows: (table) => `
    select c.tenant_id, c.month, v.class, sum(c.n) as n, sum(c.points) as points, sum(c.weight) as weight
      from (select tenant_id, variable_id, date_trunc('month', min(day))::date as month,
              count(*) as n, sum(n) as points, sum(2 * ${ROW} + coalesce(pg_column_size(apart2), 0)
                + coalesce(pg_column_size(apart4), 0) + coalesce(pg_column_size(value2), 0)
                + coalesce(pg_column_size(value4), 0) + coalesce(pg_column_size(value8), 0)
                + coalesce(pg_column_size(quality), 0)) as weight
              from ${table} group by 1, 2) as c ${OWN} group by 1, 2, 3`,
  },
  {
    kind: 'text',
    table: 'text_point',
    rows: (table) => `
    select c.tenant_id, c.month, v.class, sum(c.n) as n, sum(c.n) as points, sum(c.weight) as weight
      from (select tenant_id, variable_id, ${MONTH('ts')} as month, count(*) as n,
              sum(${ROW} + pg_column_size(value)) as weight from ${table} group by 1, 2, 3) as c ${OWN}
     group by 1, 2, 3`,
  },
  {
    kind: 'rollup',
    forGood: true,
    table: 'rollup_day',
    with: ['rollup_hour', 'hours_day', 'rollup_month'],
    // A day has about as many hours as points, at most 24. There are too many hours to count them.
    rows: (table) => `
    select tenant_id, ${MONTH('bucket')} as month, 'forever' as class, count(*) + sum(least(n, 24)) as n,
      0 as points, count(*) + sum(least(n, 24)) as weight from ${table} group by 1, 2`,
  },
  {
    kind: 'audit',
    forGood: true,
    table: 'audit_log',
    rows: (table) => `
    select tenant_id, ${MONTH('at')} as month, 'forever' as class, count(*) as n, 0 as points,
      sum(${ROW} + pg_column_size(diff)) as weight from ${table} group by 1, 2`,
  },
];

/** Inserts the rows of a table with their share of its disk space including indexes ($1), distributed by weight. */
const insertShares = (kind: string, source: string): string => `${OF_ALL_TENANTS}
insert into storage_share (tenant_id, kind, month, retention, n, points, bytes)
select tenant_id, '${kind}', month, class, sum(n), sum(points), sum(weight * $1::numeric / total)
  from (select s.tenant_id, s.month, s.n, s.points, s.weight, sum(s.weight) over () as total,
          coalesce(s.class, k.point_retention, 'forever') as class
          from (${source}) as s left join tenant as k on k.id = s.tenant_id) as w
 group by tenant_id, month, class
on conflict (tenant_id, kind, month, retention) do update set n = storage_share.n + excluded.n,
  points = storage_share.points + excluded.points, bytes = storage_share.bytes + excluded.bytes`;

type Own = [tenants: number[], variables: number[], classes: string[]];

async function readOwn(client: pg.PoolClient): Promise<Own> {
  const { rows } = await client.query<{ tenant: number; variable: number; retention: string }>(
    `select tenant_id as tenant, id::int4 as variable, retention from device_variable where retention is not null`,
  );
  return [
    rows.map(({ tenant }) => tenant),
    rows.map(({ variable }) => variable),
    rows.map(({ retention }) => retention),
  ];
}

async function countKind(
  client: pg.PoolClient,
  { kind, table, rows, forGood, with: more = [] }: Kind,
  own: Own,
): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; bytes: number }>(
    `select t.name::text, table_bytes(t.name) + (select coalesce(sum(table_bytes(m)), 0)
         from unnest($2::text[]::regclass[]) as m) as bytes
       from (select coalesce(i.inhrelid, c.oid)::regclass as name
               from pg_class as c left join pg_inherits as i on i.inhparent = c.oid
              where c.oid = $1::regclass and (c.relkind = 'r' or i.inhrelid is not null)) as t`,
    [table, more],
  );
  for (const { name, bytes } of tables)
    await client.query(insertShares(kind, rows(name)), forGood ? [bytes] : [bytes, ...own]);
}

const FILES = `
insert into storage_share (tenant_id, kind, month, retention, n, points, bytes)
select tenant_id, 'file', ${MONTH('created_at')}, 'forever', count(*), 0, sum(size) from file group by 1, 3`;

/** Tenant 0 is the sum of all tenants, including data without a tenant. */
const SIZES = `
insert into storage_size (tenant_id, day, bytes, points)
select tenant_id, ($1::timestamptz at time zone 'UTC')::date, sum(bytes), sum(points) from storage_share
 where tenant_id <> 0 group by 1
union all
select 0, ($1::timestamptz at time zone 'UTC')::date,
  database_bytes() + coalesce(sum(bytes) filter (where kind = 'file'), 0), coalesce(sum(points), 0)
  from storage_share
on conflict (tenant_id, day) do update set bytes = excluded.bytes, points = excluded.points, counted_at = now()`;

/** Replaces the previous counts. */
export const countShares = (pool: pg.Pool, now: Date): Promise<void> =>
  runTransaction(pool, async (client) => {
    await client.query('delete from storage_share');
    const own = await readOwn(client);
    for (const kind of KINDS) await countKind(client, kind, own);
    await client.query(FILES);
    await client.query(SIZES, [now]);
  });
