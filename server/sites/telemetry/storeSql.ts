/** The statements of the store, of one tenant, which is $1. Each takes its rows as arrays, one array a column. */
import { pointsBetween } from './pointsSql.ts';

/** Over so long a time a tail reaches at most, by the variable: not all of them end at the same moment. */
const LONG = `interval '10 minutes' + (variable_id % 60) * interval '10 seconds'`;

const LATEST_ROWS = `
  SELECT v, ts, CASE WHEN is_number = 1 THEN number END AS number, text, cut, since, heard, at
    FROM unnest($2::int4[], $3::timestamptz[], $4::float8[], $5::text[], $6::text[], $7::int2[],
      $8::timestamptz[], $9::int2[]) WITH ORDINALITY AS u(v, ts, number, text, cut, is_number, since, heard, at)`;

/** Who sends is heard now, whatever the time of the point; of what is imported its own time says when that was. */
const insertLatest = (where: string): string => `
  INSERT INTO latest AS l (tenant_id, variable_id, ts, value, text, received_at, cut, rolled_to)
  SELECT $1::int4, v, ts, number, text, CASE WHEN heard = 1 THEN now() ELSE least(ts, now()) END, cut, since FROM (${LATEST_ROWS}) AS u
  ON CONFLICT (tenant_id, variable_id) DO UPDATE SET
    ts = greatest(l.ts, excluded.ts),
    value = CASE WHEN excluded.ts >= l.ts THEN excluded.value ELSE l.value END,
    text = CASE WHEN excluded.ts >= l.ts THEN excluded.text ELSE l.text END,
    received_at = CASE WHEN excluded.received_at = now() THEN excluded.received_at
      ELSE greatest(l.received_at, excluded.received_at) END
  ${where}
  RETURNING variable_id, ts, rolled_to, raw_from`;

const DUE = `
SELECT count(*)::int4 AS written, coalesce(array_agg(variable_id) FILTER (WHERE due), '{}') AS due,
    coalesce(array_agg(variable_id) FILTER (WHERE raw_from IS NOT NULL), '{}') AS expired
  FROM (SELECT *, ts >= rolled_to + ${LONG} AS due FROM written) AS w`;

/**
 * Locks each variable's row, and keeps the newest value of those that only go on: whose roll-ups are cut as these points
 * are, and hold nothing as new as these. Answers how many that were, whose tail has become long, and whose raw points of
 * before were deleted.
 */
export const LATEST = `
WITH written AS (${insertLatest('WHERE l.cut = excluded.cut AND l.rolled_to <= excluded.rolled_to')}) ${DUE}`;

/** Of locked rows: whose roll-ups are cut in another way, and up to when they are written. */
export const LATEST_FOUND = `
SELECT at::int4, l.cut <> u.cut AS moved, (extract(epoch FROM rolled_to) * 1000)::float8 AS "rolledTo"
  FROM (${LATEST_ROWS}) AS u JOIN latest AS l ON l.tenant_id = $1 AND l.variable_id = v ORDER BY at`;

/** As `LATEST`, of all that are given. */
export const LATEST_ALL = `WITH written AS (${insertLatest('')}) ${DUE}`;

const POINTS_BEFORE = pointsBetween({
  tenant: '$1',
  variable: 'bad.v',
  lower: 'bad.rolled_to',
  upper: 'bad.ts',
});

/**
 * Where the newest value of a variable is called bad afterwards, the newest good one before it is the latest again: of
 * the tail, else of the roll-ups. Runs when both are written.
 */
export const LATEST_BACK = `
WITH bad AS (
  SELECT l.variable_id AS v, l.ts, l.rolled_to
    FROM unnest($2::int4[], $3::timestamptz[]) AS u(v, ts)
    JOIN latest AS l ON l.tenant_id = $1 AND l.variable_id = u.v AND l.ts = u.ts)
UPDATE latest AS l SET ts = coalesce(good.ts, to_timestamp(0)), value = good.value, text = good.text
  FROM bad LEFT JOIN LATERAL (
    (SELECT p.ts, p.value, NULL AS text FROM ${POINTS_BEFORE} AS p
      WHERE quality < 2 ORDER BY p.ts DESC LIMIT 1)
    UNION ALL
    (SELECT last_ts, last, NULL FROM rollup_hour WHERE tenant_id = $1 AND variable_id = bad.v ORDER BY bucket DESC LIMIT 1)
    UNION ALL
    (SELECT x.ts, NULL, x.value FROM text_point AS x
      WHERE tenant_id = $1 AND variable_id = bad.v AND x.ts < bad.ts AND quality < 2 ORDER BY x.ts DESC LIMIT 1)
    ORDER BY ts DESC LIMIT 1) AS good ON true
 WHERE l.tenant_id = $1 AND l.variable_id = bad.v`;

export const POINTS = `
INSERT INTO points AS p (tenant_id, variable_id, ts, value, quality)
SELECT $1::int4, u.* FROM unnest($2::int4[], $3::timestamptz[], $4::float8[], $5::int2[]) AS u
ON CONFLICT (tenant_id, variable_id, ts) DO UPDATE SET value = excluded.value, quality = excluded.quality
WHERE (p.value, p.quality) IS DISTINCT FROM (excluded.value, excluded.quality)`;

export const TEXTS = `
INSERT INTO text_point AS p (tenant_id, variable_id, ts, value, quality)
SELECT $1::int4, u.* FROM unnest($2::int4[], $3::timestamptz[], $4::text[], $5::int2[]) AS u
ON CONFLICT (tenant_id, variable_id, ts) DO UPDATE SET value = excluded.value, quality = excluded.quality
WHERE (p.value, p.quality) IS DISTINCT FROM (excluded.value, excluded.quality)`;
