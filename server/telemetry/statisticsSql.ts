import { type RawBuilder, sql } from 'kysely';
import type { TimeWindow } from '../../runtime/core/timeWindow.ts';
import type { Trx } from '../db/index.ts';
import { int4_array, timestamptz_array } from './binaryArrays.ts';
import type { Segments } from './segments.ts';

/** One bucket of one variable; `bucket` counts from 0. */
export interface BucketRow {
  id: number;
  bucket: number;
  n: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  last: number;
  /** Growth including the step from the bucket before, without the step into the first one. */
  increase: number;
}

const lower = (ranges: readonly TimeWindow[]): Buffer => timestamptz_array(ranges.map(({ from }) => from));
const upper = (ranges: readonly TimeWindow[]): Buffer => timestamptz_array(ranges.map(({ to }) => to));

function rollup_part(
  table: 'rollup_day' | 'rollup_hour',
  tenantId: number,
  ranges: TimeWindow[],
): RawBuilder<unknown> {
  return sql`SELECT v.id, s.* FROM v, unnest(${lower(ranges)}::timestamptz[], ${upper(ranges)}::timestamptz[]) AS r(lo, hi),
    LATERAL (SELECT n, sum, min, max, first, first_ts, last, increase FROM ${sql.table(table)}
      WHERE tenant_id = ${tenantId} AND variable_id = v.id AND bucket >= lo AND bucket < hi) AS s`;
}

function raw_part(tenantId: number, ranges: TimeWindow[]): RawBuilder<unknown> {
  return sql`SELECT v.id, s.* FROM v, unnest(${lower(ranges)}::timestamptz[], ${upper(ranges)}::timestamptz[]) AS r(lo, hi),
    LATERAL (SELECT 1 AS n, value AS sum, value AS min, value AS max, value AS first, ts AS first_ts,
      value AS last, 0::float8 AS increase FROM points
      WHERE tenant_id = ${tenantId} AND variable_id = v.id AND ts >= lo AND ts < hi) AS s`;
}

/** Buckets without a point have no row. */
export async function buckets_read(
  trx: Trx,
  tenantId: number,
  ids: readonly number[],
  bounds: readonly number[],
  { days, hours, raw }: Segments,
): Promise<BucketRow[]> {
  const parts = [
    ...(days.length > 0 ? [rollup_part('rollup_day', tenantId, days)] : []),
    ...(hours.length > 0 ? [rollup_part('rollup_hour', tenantId, hours)] : []),
    ...(raw.length > 0 ? [raw_part(tenantId, raw)] : []),
  ];
  const query = sql<BucketRow>`
    WITH v AS (SELECT unnest(${int4_array(ids)}::int4[]) AS id),
      s AS (${sql.join(parts, sql` UNION ALL `)}),
      o AS (SELECT *, lag(last) OVER (PARTITION BY id ORDER BY first_ts) AS previous FROM s)
    SELECT id, width_bucket(first_ts, ${timestamptz_array(bounds)}::timestamptz[]) - 1 AS bucket,
      sum(n)::int8 AS n, sum(sum) AS sum, min(min) AS min, max(max) AS max,
      (array_agg(first ORDER BY first_ts))[1] AS first,
      (array_agg(last ORDER BY first_ts DESC))[1] AS last,
      sum(increase + counter_step(previous, first)) AS increase
    FROM o GROUP BY 1, 2 ORDER BY 1, 2`;
  return (await query.execute(trx)).rows;
}

/** The last value before an instant, by variable. */
export async function carries_read(
  trx: Trx,
  tenantId: number,
  ids: readonly number[],
  before: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; value: number }>`
    SELECT v.id, p.value FROM unnest(${int4_array(ids)}::int4[]) AS v(id),
    LATERAL (SELECT value FROM points WHERE tenant_id = ${tenantId} AND variable_id = v.id
      AND ts < to_timestamp(${before / 1000}) ORDER BY ts DESC LIMIT 1) AS p`.execute(trx);
  return new Map(rows.map(({ id, value }) => [id, value]));
}

/** Variables whose roll-ups are still cut in another zone than `zone`. */
export async function zones_differ(
  trx: Trx,
  tenantId: number,
  ids: readonly number[],
  zone: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT variable_id AS id FROM latest
     WHERE tenant_id = ${tenantId} AND variable_id = ANY(${int4_array(ids)}::int4[]) AND zone <> ${zone}`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
