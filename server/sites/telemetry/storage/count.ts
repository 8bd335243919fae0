/** Counts what is stored, by tenant, kind, month and class, and how it grows. Reads the raw tables as a whole. */
import type pg from 'pg';
import { runTransaction } from '../transaction.ts';

/**
 * Each kind counts its rows (`n`), its points and what its rows weigh in bytes; `whole` is what the table takes on disk
 * with its indexes, which is shared out by weight. Kinds without a class are kept for good.
 */
const CLASS = `coalesce(v.retention, k.point_retention, 'forever')`;
const OWNERS = `LEFT JOIN device_variable AS v ON v.tenant_id = c.tenant_id AND v.id = c.variable_id
  LEFT JOIN tenant AS k ON k.id = c.tenant_id`;
const MONTH = (time: string): string => `date_trunc('month', ${time} AT TIME ZONE 'UTC')::date`;
/** A row's header and its entry in the index. */
const ROW = 60;

const KINDS: Record<string, string> = {
  raw: `
    SELECT c.tenant_id, c.month, ${CLASS} AS class, c.n, c.n AS points, c.n AS weight, c.source
      FROM (SELECT tenant_id, variable_id, tableoid AS source, ${MONTH('min(ts)')} AS month, count(*) AS n
              FROM points GROUP BY 1, 2, 3) AS c ${OWNERS}`,
  sealed: `
    SELECT c.tenant_id, c.month, ${CLASS} AS class, c.n, c.points, c.weight, c.source
      FROM (SELECT tenant_id, variable_id, tableoid AS source, date_trunc('month', min(day))::date AS month,
              count(*) AS n, sum(n) AS points, sum(2 * ${ROW} + coalesce(pg_column_size(apart2), 0)
                + coalesce(pg_column_size(apart4), 0) + coalesce(pg_column_size(value2), 0)
                + coalesce(pg_column_size(value4), 0) + coalesce(pg_column_size(value8), 0)
                + coalesce(pg_column_size(quality), 0)) AS weight
              FROM points_day GROUP BY 1, 2, 3) AS c ${OWNERS}`,
  text: `
    SELECT c.tenant_id, c.month, ${CLASS} AS class, c.n, c.n AS points, c.weight, 'text_point'::regclass AS source
      FROM (SELECT tenant_id, variable_id, ${MONTH('ts')} AS month, count(*) AS n,
              sum(${ROW} + pg_column_size(value)) AS weight FROM text_point GROUP BY 1, 2, 3) AS c ${OWNERS}`,
  // A day has about as many hours as it has points, at most 24: the hours themselves are too many to count.
  rollup: `
    SELECT tenant_id, ${MONTH('bucket')} AS month, 'forever' AS class, count(*) + sum(least(n, 24)) AS n,
      0 AS points, count(*) + sum(least(n, 24)) AS weight, 'rollup_hour'::regclass AS source
      FROM rollup_day GROUP BY 1, 2`,
  audit: `
    SELECT tenant_id, ${MONTH('at')} AS month, 'forever' AS class, count(*) AS n, 0 AS points,
      sum(${ROW} + pg_column_size(diff)) AS weight, 'audit_log'::regclass AS source FROM audit_log GROUP BY 1, 2`,
};

const WHOLE = `pg_total_relation_size(source) + CASE WHEN source = 'rollup_hour'::regclass
  THEN pg_total_relation_size('rollup_day') + pg_total_relation_size('rollup_month') ELSE 0 END`;

/** The rows of a kind with their share of the disk. */
const insertShares = (kind: string, source: string): string => `
INSERT INTO storage_share (tenant_id, kind, month, retention, n, points, bytes)
SELECT tenant_id, '${kind}', month, class, sum(n), sum(points), sum(weight * whole / total)
  FROM (SELECT s.*, sum(weight) OVER (PARTITION BY source) AS total, (${WHOLE})::numeric AS whole
          FROM (${source}) AS s) AS w
 GROUP BY tenant_id, month, class`;

const FILES = `
INSERT INTO storage_share (tenant_id, kind, month, retention, n, points, bytes)
SELECT tenant_id, 'file', ${MONTH('created_at')}, 'forever', count(*), 0, sum(size) FROM file GROUP BY 1, 3`;

/** Tenant 0 stands for all of them, with what belongs to none. */
const SIZES = `
INSERT INTO storage_size (tenant_id, day, bytes, points)
SELECT tenant_id, ($1::timestamptz AT TIME ZONE 'UTC')::date, sum(bytes), sum(points) FROM storage_share
 WHERE tenant_id <> 0 GROUP BY 1
UNION ALL
SELECT 0, ($1::timestamptz AT TIME ZONE 'UTC')::date,
  pg_database_size(current_database()) + coalesce(sum(bytes) FILTER (WHERE kind = 'file'), 0), coalesce(sum(points), 0)
  FROM storage_share
ON CONFLICT (tenant_id, day) DO UPDATE SET bytes = excluded.bytes, points = excluded.points, counted_at = now()`;

/** Replaces what was counted before. */
export const countShares = (pool: pg.Pool, now: Date): Promise<void> =>
  runTransaction(pool, async (client) => {
    await client.query('DELETE FROM storage_share');
    for (const [kind, source] of Object.entries(KINDS)) await client.query(insertShares(kind, source));
    await client.query(FILES);
    await client.query(SIZES, [now]);
  });
