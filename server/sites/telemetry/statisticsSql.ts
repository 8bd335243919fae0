import { type RawBuilder, sql } from 'kysely';
import { startHour, type TimeWindow } from '../../../runtime/core/timeWindow.ts';
import { float8Array, int4Array, textArray, timestamptzArray } from './binaryArrays.ts';
import { askCounted, askPoints } from './pointsSql.ts';
import { isExpirable } from './rawRetention.ts';
import { cutOf, ROLLED_UNITS, type RolledUnit, rulesOf } from './rollup.ts';
import { cutPieces, type Piece, type Segments } from './segments.ts';
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
 * What is asked of the buckets: their sums, lowest and highest values alone (`sums_read`); also what they grew by and the
 * very first value, for which they are put in order; their first and last values as well; or, on top, what averages by
 * time need.
 */
export type Detail = 'sums' | Ordered;
type Ordered = 'increase' | 'order' | 'time';

/** A value and when it was. */
export interface Carry {
  ts: number;
  value: number;
}

export interface CarryRow extends Carry {
  id: number;
}

const lower = (ranges: readonly TimeWindow[]): Buffer => timestamptzArray(ranges.map(({ from }) => from));
const upper = (ranges: readonly TimeWindow[]): Buffer => timestamptzArray(ranges.map(({ to }) => to));
const idsOf = (variables: readonly TelemetryVariable[]): Buffer => int4Array(variables.map(({ id }) => id));
const EPOCH_MS = (column: string) => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

export const unnestRanges = (ranges: readonly TimeWindow[]) =>
  sql`unnest(${lower(ranges)}::timestamptz[], ${upper(ranges)}::timestamptz[])`;

/** Of the variable `v` between `lo` and `hi`. */
export const rolledFrom = (unit: RolledUnit, tenantId: number) => sql`FROM ${sql.table(`rollup_${unit}`)}
  WHERE tenant_id = ${tenantId} AND variable_id = v.id AND bucket >= lo AND bucket < hi`;

const ROLLED = 'n, sum, min, max, first_ts, first, last, increase';
const POINTS = '1 AS n, mean AS sum, min, max, first_ts, first, last, increase';
const COLUMNS: Record<Ordered, { rolled: string; points: string }> = {
  increase: { rolled: ROLLED, points: POINTS },
  order: { rolled: ROLLED, points: POINTS },
  time: {
    rolled: `${ROLLED}, last_ts, coalesce(integral, 0) AS integral, coalesce(held, 0) AS held`,
    points: `${POINTS}, ts AS last_ts, integral, held`,
  },
};

/** The good points of the variable `v` between `lo` and `hi`; what retention deleted of a long time ago is spread out. */
export function pointsSource(tenantId: number, from: number): RawBuilder<unknown> {
  const source = {
    tenant: tenantId,
    variable: sql.raw('v.id'),
    lower: sql.raw('lo'),
    upper: sql.raw('hi'),
  };
  return isExpirable(from)
    ? askCounted(source)
    : sql`(SELECT ts, value AS mean, value AS min, value AS max, ts AS first_ts, value AS first, value AS last,
        0::float8 AS increase, 0::float8 AS integral, 0::float8 AS held
        FROM ${askPoints(source)} AS good WHERE quality < 2)`;
}

/** OFFSET 0 has the rows of each variable looked up: all of the tenant may be a thousand times as many. */
function rollupPart(
  unit: RolledUnit,
  tenantId: number,
  ranges: TimeWindow[],
  detail: Ordered,
): RawBuilder<unknown> {
  return sql`SELECT v.*, s.* FROM v, ${unnestRanges(ranges)} AS r(lo, hi),
    LATERAL (SELECT ${sql.raw(COLUMNS[detail].rolled)} ${rolledFrom(unit, tenantId)} OFFSET 0) AS s`;
}

function pointsPart(tenantId: number, pieces: readonly Piece[], detail: Ordered): RawBuilder<unknown> {
  return sql`SELECT v.*, s.* FROM v, ${unnestRanges(pieces)} AS r(lo, hi),
    LATERAL (SELECT ${sql.raw(COLUMNS[detail].points)} FROM ${pointsSource(tenantId, pieces[0]!.from)} AS p) AS s`;
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
export function askBuckets(
  tenantId: number,
  variables: readonly TelemetryVariable[],
  bounds: readonly number[],
  segments: Segments,
  detail: Ordered,
): RawBuilder<BucketRow> {
  const parts = [
    ...ROLLED_UNITS.filter((unit) => segments[unit].length > 0).map((unit) =>
      rollupPart(unit, tenantId, segments[unit], detail),
    ),
    ...(segments.raw.length > 0 ? [pointsPart(tenantId, cutPieces(segments.raw, bounds), detail)] : []),
  ];
  const bucket = sql`width_bucket(first_ts, ${timestamptzArray(bounds)}::timestamptz[]) - 1`;
  const source = sql.join(parts, sql` UNION ALL `);
  const rules = variables.map(rulesOf);
  const byTime = detail === 'time';
  const neighbours =
    detail === 'increase' ? NOTHING : sql`, lag(bucket) OVER w AS before, lead(bucket) OVER w AS after`;
  const ends =
    detail === 'increase'
      ? sql`coalesce(min(first) FILTER (WHERE previous IS NULL), 0) AS first, 0::float8 AS last`
      : sql`min(first) FILTER (WHERE before IS DISTINCT FROM bucket) AS first,
      min(last) FILTER (WHERE after IS DISTINCT FROM bucket) AS last`;
  return sql<BucketRow>`
    WITH v AS (SELECT id, nullif(hold, 0) AS hold, nullif(roll_over, 0) AS roll_over FROM unnest(
        ${idsOf(variables)}::int4[], ${float8Array(rules.map(({ hold }) => hold ?? 0))}::float8[],
        ${float8Array(rules.map(({ rollOver }) => rollOver ?? 0))}::float8[]) AS u(id, hold, roll_over)),
      b AS (SELECT *, ${bucket} AS bucket FROM (${source}) AS s),
      o AS (SELECT *, lag(last) OVER w AS previous ${neighbours}
        ${byTime ? PREVIOUS_TS : NOTHING} FROM b WINDOW w AS (PARTITION BY id ORDER BY first_ts))
    SELECT id, bucket, ${SUMS}, ${ends},
      sum(increase + counter_step(previous, first, roll_over)) AS increase ${byTime ? SUMS_TIME : NOTHING}
    FROM o GROUP BY 1, 2 ORDER BY 1, 2`;
}

/** The last values before an instant, by variable: from the hours, however long ago raw points were kept. */
export function askCarries(
  tenantId: number,
  variables: readonly TelemetryVariable[],
  before: number,
  zone: string,
): RawBuilder<CarryRow> {
  const hour = startHour(before, zone);
  const at = (ts: number) => sql`to_timestamp(${ts / 1000})`;
  // Bounds of statistics are whole hours mostly: nothing of the hour that they begin lies before them.
  const begun =
    hour < before
      ? sql`SELECT ts, last AS value FROM (SELECT ${at(hour)} AS lo, ${at(before)} AS hi) AS r,
        LATERAL (SELECT * FROM ${pointsSource(tenantId, hour)} AS s) AS p ORDER BY ts DESC LIMIT 1`
      : sql`SELECT NULL::timestamptz AS ts, NULL::float8 AS value`;
  return sql<CarryRow>`
    SELECT v.id, coalesce(p.value, h.last) AS value, ${EPOCH_MS('coalesce(p.ts, h.last_ts)')} AS ts
      FROM unnest(${idsOf(variables)}::int4[]) AS v(id)
      LEFT JOIN LATERAL (${begun}) AS p ON true
      LEFT JOIN LATERAL (SELECT last, last_ts FROM rollup_hour WHERE tenant_id = ${tenantId}
        AND variable_id = v.id AND bucket < ${at(hour)} ORDER BY bucket DESC LIMIT 1) AS h ON p.ts IS NULL
     WHERE coalesce(p.ts, h.last_ts) IS NOT NULL`;
}

/** Variables whose roll-ups are still cut in another way than their settings say now. */
export const askCuts = (
  tenantId: number,
  variables: readonly TelemetryVariable[],
): RawBuilder<{ id: number }> => sql`
    SELECT variable_id AS id FROM latest
      JOIN unnest(${idsOf(variables)}::int4[], ${textArray(variables.map(cutOf))}::text[]) AS u(id, cut)
        ON variable_id = u.id
     WHERE tenant_id = ${tenantId} AND latest.cut <> u.cut`;
