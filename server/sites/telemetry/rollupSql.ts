/**
 * The statements that write roll-ups of one tenant, which is $1. Each takes its rows as arrays, one array a column; 0 stands
 * for "none".
 */
import { pointsBetween } from './pointsSql.ts';
import type { RolledUnit } from './rollup.ts';

const SUMMARY = 'n, sum, min, max, first, first_ts, last, last_ts, increase, integral, held, hold, roll_over';

export type RollupTable = `rollup_${RolledUnit}`;

/**
 * Adds rows that lie after everything in their bucket. A row that does not (late or repeated points) is
 * locked but left alone and answered: it is computed anew from what is below it.
 */
export function appendRollup(table: RollupTable): string {
  return `
WITH u AS (SELECT * FROM unnest($2::int4[], $3::timestamptz[], $4::int4[], $5::float8[], $6::float8[],
    $7::float8[], $8::float8[], $9::timestamptz[], $10::float8[], $11::timestamptz[], $12::float8[],
    $13::float8[], $14::float8[], $15::float8[], $16::float8[])
    AS u(v, bucket, n, sum, min, max, first, first_ts, last, last_ts, increase, integral, held, hold, roll_over)),
  added AS (
    INSERT INTO ${table} AS r (tenant_id, variable_id, bucket, ${SUMMARY})
    SELECT $1::int4, v, bucket, n, sum, min, max, first, first_ts, last, last_ts, increase,
      CASE WHEN hold > 0 THEN integral END, CASE WHEN hold > 0 THEN held END, nullif(hold, 0), nullif(roll_over, 0)
      FROM u
    ON CONFLICT (tenant_id, variable_id, bucket) DO UPDATE SET
      n = r.n + excluded.n, sum = r.sum + excluded.sum,
      min = least(r.min, excluded.min), max = greatest(r.max, excluded.max),
      last = excluded.last, last_ts = excluded.last_ts,
      increase = r.increase + counter_step(r.last, excluded.first, excluded.roll_over) + excluded.increase,
      integral = r.integral + r.last * hold_step(r.last_ts, excluded.first_ts, excluded.hold) + excluded.integral,
      held = r.held + hold_step(r.last_ts, excluded.first_ts, excluded.hold) + excluded.held
    WHERE r.last_ts < excluded.first_ts
    RETURNING variable_id, bucket)
SELECT v AS variable_id, (extract(epoch FROM bucket) * 1000)::float8 AS bucket
  FROM (SELECT v, bucket FROM u EXCEPT SELECT * FROM added) AS late`;
}

/** Rows that come out as they were are not written. */
const REPLACE = `
ON CONFLICT (tenant_id, variable_id, bucket) DO UPDATE SET
  (${SUMMARY}) = (excluded.n, excluded.sum, excluded.min, excluded.max, excluded.first, excluded.first_ts,
    excluded.last, excluded.last_ts, excluded.increase, excluded.integral, excluded.held, excluded.hold,
    excluded.roll_over)
WHERE (r.n, r.sum, r.min, r.max, r.first, r.first_ts, r.last, r.last_ts, r.increase, r.integral, r.held, r.hold,
    r.roll_over)
  IS DISTINCT FROM (excluded.n, excluded.sum, excluded.min, excluded.max, excluded.first, excluded.first_ts,
    excluded.last, excluded.last_ts, excluded.increase, excluded.integral, excluded.held, excluded.hold,
    excluded.roll_over)`;

const BUCKETS = `
(SELECT v, lower, upper, nullif(hold, 0) AS hold, nullif(roll_over, 0) AS roll_over
   FROM unnest($2::int4[], $3::timestamptz[], $4::timestamptz[], $5::float8[], $6::float8[])
     AS u(v, lower, upper, hold, roll_over)) AS b`;

const OF_VARIABLE = 'latest AS l ON l.tenant_id = $1 AND l.variable_id = v';
/** The points of a bucket that are no part of the tail. */
const ROLLED_POINTS = `${pointsBetween({
  tenant: '$1',
  variable: 'v',
  lower: 'lower',
  upper: 'least(upper, rolled_to)',
})} AS p`;
/** Roll-ups outlive their points: what retention deleted is not there to be counted anew. */
const HAS_POINTS = 'lower >= coalesce(raw_from, lower)';

/** Hours from their raw points; bad ones do not count. */
const HOURS_RECOMPUTE = `
INSERT INTO rollup_hour AS r (tenant_id, variable_id, bucket, ${SUMMARY})
SELECT $1::int4, v, lower, s.*, hold, roll_over FROM ${BUCKETS} JOIN ${OF_VARIABLE},
LATERAL (
  SELECT count(*)::int4, sum(value), min(value), max(value),
    (array_agg(value ORDER BY ts))[1], min(ts), (array_agg(value ORDER BY ts DESC))[1], max(ts),
    sum(counter_step(previous, value, roll_over)),
    CASE WHEN hold IS NOT NULL THEN coalesce(sum(previous * hold_step(previous_ts, ts, hold)), 0) END,
    sum(hold_step(previous_ts, ts, hold))
  FROM (SELECT ts, value, lag(value) OVER w AS previous, lag(ts) OVER w AS previous_ts
          FROM ${ROLLED_POINTS} WHERE quality < 2 WINDOW w AS (ORDER BY ts)) AS p
  HAVING count(*) > 0
) AS s WHERE ${HAS_POINTS} ${REPLACE}`;

/** Days from their hours, months from their days. */
const recomputeFrom = (table: RollupTable, smaller: RollupTable): string => `
INSERT INTO ${table} AS r (tenant_id, variable_id, bucket, ${SUMMARY})
SELECT $1::int4, v, lower, s.*, hold, roll_over FROM ${BUCKETS},
LATERAL (
  SELECT sum(n)::int4, sum(sum), min(min), max(max),
    (array_agg(first ORDER BY bucket))[1], min(first_ts), (array_agg(last ORDER BY bucket DESC))[1], max(last_ts),
    sum(increase + counter_step(previous, first, b.roll_over)),
    sum(integral + coalesce(previous * hold_step(previous_ts, first_ts, b.hold), 0)),
    sum(held + hold_step(previous_ts, first_ts, b.hold))
  FROM (SELECT *, lag(last) OVER w AS previous, lag(last_ts) OVER w AS previous_ts FROM ${smaller}
         WHERE tenant_id = $1 AND variable_id = v AND bucket >= lower AND bucket < upper
         WINDOW w AS (ORDER BY bucket)) AS h
  HAVING count(*) > 0
) AS s ${REPLACE}`;

export const RECOMPUTE: Record<RollupTable, string> = {
  rollup_hour: HOURS_RECOMPUTE,
  rollup_day: recomputeFrom('rollup_day', 'rollup_hour'),
  rollup_month: recomputeFrom('rollup_month', 'rollup_day'),
};

/** Of bad points, those that lie among what their bucket counts: one of them may have been good before. */
export const findTouched = (table: RollupTable): string => `
SELECT u.at FROM unnest($2::int4[], $3::timestamptz[], $4::timestamptz[])
    WITH ORDINALITY AS u(v, bucket, ts, at)
  JOIN ${table} AS r ON r.tenant_id = $1 AND r.variable_id = v AND r.bucket = u.bucket
 WHERE ts BETWEEN first_ts AND last_ts`;

const hasNone = (smaller: RollupTable): string => `NOT EXISTS (SELECT FROM ${smaller} AS s
  WHERE s.tenant_id = $1 AND s.variable_id = v AND s.bucket >= lower AND s.bucket < upper)`;

const IS_EMPTY: Record<RollupTable, string> = {
  rollup_hour: `NOT EXISTS (SELECT FROM ${ROLLED_POINTS} WHERE quality < 2) AND ${HAS_POINTS}`,
  rollup_day: hasNone('rollup_hour'),
  rollup_month: hasNone('rollup_day'),
};

/** Removes buckets in which nothing counts any more. */
export const deleteEmpty = (table: RollupTable): string => `
DELETE FROM ${table} AS r
 USING unnest($2::int4[], $3::timestamptz[], $4::timestamptz[]) AS u(v, lower, upper)
  JOIN ${OF_VARIABLE}
 WHERE r.tenant_id = $1 AND r.variable_id = v AND r.bucket = lower AND ${IS_EMPTY[table]}`;
