import { type RawBuilder, sql } from 'kysely';
import { hour_start, type TimeWindow } from '../../runtime/core/timeWindow.ts';
import type { Trx } from '../db/index.ts';
import { statement_run } from '../db/tenant.ts';
import { float8_array, int4_array, text_array, timestamptz_array } from './binaryArrays.ts';
import { cut_of, rules_of } from './rollup.ts';
import type { Segments } from './segments.ts';
import type { TelemetryVariable } from './types.ts';

/** One bucket of one variable; `bucket` counts from 0. */
export interface BucketRow {
  id: number;
  bucket: number;
  n: number;
  sum: number;
  min: number;
  max: number;
  /** What follows is 0 with the detail `sums`; with `increase` the very first bucket alone has one of these two. */
  first: number;
  last: number;
  /** Growth including the step from the bucket before, without the step into the first one. */
  increase: number;
  /** With the detail `time`: value × seconds and seconds between the bucket's own points, and when these were (ms). */
  integral?: number;
  held?: number;
  firstTs?: number;
  lastTs?: number;
}

/**
 * What is asked of the buckets: their sums, lowest and highest values alone; also what they grew by and the very first
 * value, for which they are put in order; their first and last values as well; or, on top, what averages by time need.
 */
export type Detail = 'sums' | 'increase' | 'order' | 'time';

/** A value and when it was. */
export interface Carry {
  ts: number;
  value: number;
}

const lower = (ranges: readonly TimeWindow[]): Buffer => timestamptz_array(ranges.map(({ from }) => from));
const upper = (ranges: readonly TimeWindow[]): Buffer => timestamptz_array(ranges.map(({ to }) => to));
const ids_of = (variables: readonly TelemetryVariable[]): Buffer => int4_array(variables.map(({ id }) => id));
const EPOCH_MS = (column: string) => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

const ranges_of = (ranges: readonly TimeWindow[]) =>
  sql`v, unnest(${lower(ranges)}::timestamptz[], ${upper(ranges)}::timestamptz[]) AS r(lo, hi)`;

const ROLLED = 'n, sum, min, max, first_ts';
const RAW = '1 AS n, value AS sum, value AS min, value AS max, ts AS first_ts';
const RAW_ORDER = `${RAW}, value AS first, value AS last, 0::float8 AS increase`;
const COLUMNS: Record<Detail, { rolled: string; raw: string }> = {
  sums: { rolled: ROLLED, raw: RAW },
  increase: { rolled: `${ROLLED}, first, last, increase`, raw: RAW_ORDER },
  order: { rolled: `${ROLLED}, first, last, increase`, raw: RAW_ORDER },
  time: {
    rolled: `${ROLLED}, first, last, increase, last_ts, coalesce(integral, 0) AS integral, coalesce(held, 0) AS held`,
    raw: `${RAW_ORDER}, ts AS last_ts, 0::float8 AS integral, 0::float8 AS held`,
  },
};

function rollup_part(
  table: 'rollup_day' | 'rollup_hour',
  tenantId: number,
  ranges: TimeWindow[],
  detail: Detail,
): RawBuilder<unknown> {
  return sql`SELECT v.*, s.* FROM ${ranges_of(ranges)},
    LATERAL (SELECT ${sql.raw(COLUMNS[detail].rolled)} FROM ${sql.table(table)}
      WHERE tenant_id = ${tenantId} AND variable_id = v.id AND bucket >= lo AND bucket < hi) AS s`;
}

function raw_part(tenantId: number, ranges: TimeWindow[], detail: Detail): RawBuilder<unknown> {
  return sql`SELECT v.*, s.* FROM ${ranges_of(ranges)},
    LATERAL (SELECT ${sql.raw(COLUMNS[detail].raw)} FROM points_between(${tenantId}, v.id, lo, hi)
      WHERE quality < 2) AS s`;
}

const SUMS = sql.raw('sum(n)::int8 AS n, sum(sum) AS sum, min(min) AS min, max(max) AS max');
const NOTHING = sql.raw('');
const PREVIOUS_TS = sql.raw(', lag(last_ts) OVER w AS previous_ts');
/** What of a gap lies between two buckets of the answer is shared out afterwards. */
const SUMS_TIME = sql`,
  sum(integral + CASE WHEN before = bucket THEN previous * hold_step(previous_ts, first_ts, hold) ELSE 0 END)
    AS integral,
  sum(held + CASE WHEN before = bucket THEN hold_step(previous_ts, first_ts, hold) ELSE 0 END) AS held,
  ${EPOCH_MS('min(first_ts)')} AS "firstTs", ${EPOCH_MS('max(last_ts)')} AS "lastTs"`;

/** Buckets without a point have no row. */
export async function buckets_read(
  trx: Trx,
  tenantId: number,
  variables: readonly TelemetryVariable[],
  bounds: readonly number[],
  { days, hours, raw }: Segments,
  detail: Detail,
): Promise<BucketRow[]> {
  const parts = [
    ...(days.length > 0 ? [rollup_part('rollup_day', tenantId, days, detail)] : []),
    ...(hours.length > 0 ? [rollup_part('rollup_hour', tenantId, hours, detail)] : []),
    ...(raw.length > 0 ? [raw_part(tenantId, raw, detail)] : []),
  ];
  const bucket = sql`width_bucket(first_ts, ${timestamptz_array(bounds)}::timestamptz[]) - 1`;
  const source = sql.join(parts, sql` UNION ALL `);
  if (detail === 'sums') {
    return statement_run(
      trx,
      sql<BucketRow>`
      WITH v AS (SELECT unnest(${ids_of(variables)}::int4[]) AS id)
      SELECT id, ${bucket} AS bucket, ${SUMS}, 0::float8 AS first, 0::float8 AS last, 0::float8 AS increase
        FROM (${source}) AS s GROUP BY 1, 2 ORDER BY 1, 2`,
    );
  }
  const rules = variables.map(rules_of);
  const byTime = detail === 'time';
  const neighbours =
    detail === 'increase' ? NOTHING : sql`, lag(bucket) OVER w AS before, lead(bucket) OVER w AS after`;
  const ends =
    detail === 'increase'
      ? sql`coalesce(min(first) FILTER (WHERE previous IS NULL), 0) AS first, 0::float8 AS last`
      : sql`min(first) FILTER (WHERE before IS DISTINCT FROM bucket) AS first,
      min(last) FILTER (WHERE after IS DISTINCT FROM bucket) AS last`;
  return statement_run(
    trx,
    sql<BucketRow>`
    WITH v AS (SELECT id, nullif(hold, 0) AS hold, nullif(roll_over, 0) AS roll_over FROM unnest(
        ${ids_of(variables)}::int4[], ${float8_array(rules.map(({ hold }) => hold ?? 0))}::float8[],
        ${float8_array(rules.map(({ rollOver }) => rollOver ?? 0))}::float8[]) AS u(id, hold, roll_over)),
      b AS (SELECT *, ${bucket} AS bucket FROM (${source}) AS s),
      o AS (SELECT *, lag(last) OVER w AS previous ${neighbours}
        ${byTime ? PREVIOUS_TS : NOTHING} FROM b WINDOW w AS (PARTITION BY id ORDER BY first_ts))
    SELECT id, bucket, ${SUMS}, ${ends},
      sum(increase + counter_step(previous, first, roll_over)) AS increase ${byTime ? SUMS_TIME : NOTHING}
    FROM o GROUP BY 1, 2 ORDER BY 1, 2`,
  );
}

/** The last values before an instant, by variable: from the hours, however long ago raw points were kept. */
export async function carries_read(
  trx: Trx,
  tenantId: number,
  variables: readonly TelemetryVariable[],
  before: number,
  zone: string,
): Promise<Map<number, Carry>> {
  const hour = hour_start(before, zone);
  const at = (ts: number) => sql`to_timestamp(${ts / 1000})`;
  // Bounds of statistics are whole hours mostly: nothing of the hour that they begin lies before them.
  const begun =
    hour < before
      ? sql`SELECT ts, value FROM points_between(${tenantId}, v.id, ${at(hour)}, ${at(before)})
        WHERE quality < 2 ORDER BY ts DESC LIMIT 1`
      : sql`SELECT NULL::timestamptz AS ts, NULL::float8 AS value`;
  const rows = await statement_run(
    trx,
    sql<Carry & { id: number }>`
    SELECT v.id, coalesce(p.value, h.last) AS value, ${EPOCH_MS('coalesce(p.ts, h.last_ts)')} AS ts
      FROM unnest(${ids_of(variables)}::int4[]) AS v(id)
      LEFT JOIN LATERAL (${begun}) AS p ON true
      LEFT JOIN LATERAL (SELECT last, last_ts FROM rollup_hour WHERE tenant_id = ${tenantId}
        AND variable_id = v.id AND bucket < ${at(hour)} ORDER BY bucket DESC LIMIT 1) AS h ON p.ts IS NULL
     WHERE coalesce(p.ts, h.last_ts) IS NOT NULL`,
  );
  return new Map(rows.map(({ id, ts, value }) => [id, { ts, value }]));
}

/** Variables whose roll-ups are still cut in another way than their settings say now. */
export async function cuts_differ(
  trx: Trx,
  tenantId: number,
  variables: readonly TelemetryVariable[],
): Promise<number[]> {
  const rows = await statement_run(
    trx,
    sql<{ id: number }>`
    SELECT variable_id AS id FROM latest
      JOIN unnest(${ids_of(variables)}::int4[], ${text_array(variables.map(cut_of))}::text[]) AS u(id, cut)
        ON variable_id = u.id
     WHERE tenant_id = ${tenantId} AND latest.cut <> u.cut`,
  );
  return rows.map(({ id }) => id);
}
