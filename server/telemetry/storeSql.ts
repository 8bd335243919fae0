/** The statements of the store. Each takes its rows as arrays, one array a column. */

const SUMMARY = 'n, sum, min, max, first, first_ts, last, last_ts, increase';

/** Locks each variable's row, keeps the newest value and answers the zone that its roll-ups are cut in. */
export const LATEST = `
INSERT INTO latest AS l (tenant_id, variable_id, ts, value, text, received_at, zone)
SELECT t, v, ts, value, text, now(), zone
  FROM unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::float8[], $5::text[], $6::text[], $7::int2[])
    AS u(t, v, ts, number, text, zone, is_number),
  LATERAL (SELECT CASE WHEN is_number = 1 THEN number END AS value) AS n
ON CONFLICT (tenant_id, variable_id) DO UPDATE SET
  ts = greatest(l.ts, excluded.ts),
  value = CASE WHEN excluded.ts >= l.ts THEN excluded.value ELSE l.value END,
  text = CASE WHEN excluded.ts >= l.ts THEN excluded.text ELSE l.text END,
  received_at = excluded.received_at
RETURNING tenant_id, variable_id, zone`;

export const POINTS = `
INSERT INTO points AS p (tenant_id, variable_id, ts, value, quality)
SELECT * FROM unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::float8[], $5::int2[])
ON CONFLICT (tenant_id, variable_id, ts) DO UPDATE SET value = excluded.value, quality = excluded.quality
WHERE (p.value, p.quality) IS DISTINCT FROM (excluded.value, excluded.quality)`;

export const TEXTS = `
INSERT INTO text_point AS p (tenant_id, variable_id, ts, value, quality)
SELECT * FROM unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::text[], $5::int2[])
ON CONFLICT (tenant_id, variable_id, ts) DO UPDATE SET value = excluded.value, quality = excluded.quality
WHERE (p.value, p.quality) IS DISTINCT FROM (excluded.value, excluded.quality)`;

export type RollupTable = 'rollup_hour' | 'rollup_day';

/**
 * Adds rows that lie after everything in their bucket. A row that does not (late or repeated points) is
 * locked but left alone and missing from the answer: it is computed anew from what is below it.
 */
export function rollup_append(table: RollupTable): string {
  return `
INSERT INTO ${table} AS r (tenant_id, variable_id, bucket, ${SUMMARY})
SELECT * FROM unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::int4[], $5::float8[], $6::float8[],
  $7::float8[], $8::float8[], $9::timestamptz[], $10::float8[], $11::timestamptz[], $12::float8[])
ON CONFLICT (tenant_id, variable_id, bucket) DO UPDATE SET
  n = r.n + excluded.n, sum = r.sum + excluded.sum,
  min = least(r.min, excluded.min), max = greatest(r.max, excluded.max),
  last = excluded.last, last_ts = excluded.last_ts,
  increase = r.increase + counter_step(r.last, excluded.first) + excluded.increase
WHERE r.last_ts < excluded.first_ts
RETURNING tenant_id, variable_id, (extract(epoch FROM bucket) * 1000)::float8 AS bucket`;
}

const REPLACE = `
ON CONFLICT (tenant_id, variable_id, bucket) DO UPDATE SET
  n = excluded.n, sum = excluded.sum, min = excluded.min, max = excluded.max,
  first = excluded.first, first_ts = excluded.first_ts, last = excluded.last, last_ts = excluded.last_ts,
  increase = excluded.increase`;

const BUCKETS =
  'unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[]) AS b(t, v, lower, upper)';

/** Hours from their raw points. */
export const HOURS_RECOMPUTE = `
INSERT INTO rollup_hour (tenant_id, variable_id, bucket, ${SUMMARY})
SELECT t, v, lower, s.* FROM ${BUCKETS},
LATERAL (
  SELECT count(*)::int4, sum(value), min(value), max(value),
    (array_agg(value ORDER BY ts))[1], min(ts), (array_agg(value ORDER BY ts DESC))[1], max(ts),
    sum(counter_step(previous, value))
  FROM (SELECT ts, value, lag(value) OVER (ORDER BY ts) AS previous FROM points
         WHERE tenant_id = t AND variable_id = v AND ts >= lower AND ts < upper) AS p
  HAVING count(*) > 0
) AS s ${REPLACE}`;

/** Days from their hours. */
export const DAYS_RECOMPUTE = `
INSERT INTO rollup_day (tenant_id, variable_id, bucket, ${SUMMARY})
SELECT t, v, lower, s.* FROM ${BUCKETS},
LATERAL (
  SELECT sum(n)::int4, sum(sum), min(min), max(max),
    (array_agg(first ORDER BY bucket))[1], min(first_ts), (array_agg(last ORDER BY bucket DESC))[1], max(last_ts),
    sum(increase + counter_step(previous, first))
  FROM (SELECT *, lag(last) OVER (ORDER BY bucket) AS previous FROM rollup_hour
         WHERE tenant_id = t AND variable_id = v AND bucket >= lower AND bucket < upper) AS h
  HAVING count(*) > 0
) AS s ${REPLACE}`;
