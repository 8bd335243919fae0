/**
 * Raw points as a part of a statement, and not as a function of the database: the planner of a distributed one looks for
 * the tenant among the constants of the statement itself, and sends it to where that tenant is.
 */
import { type RawBuilder, sql } from 'kysely';

/** What stands for tenant and variable (int4), and for the two moments (timestamptz; `upper` is outside). */
interface Source<T> {
  tenant: T;
  variable: T;
  lower: T;
  upper: T;
}

const OPENED_TS = `CASE WHEN opened.apart IS NULL THEN opened.slot
      ELSE opened.slot + opened.apart * interval '1 millisecond' END`;
const midnight = (day: string): string => `(${day})::timestamp AT TIME ZONE 'UTC'`;

/**
 * From rows and sealed days: ts, value, quality. A late point of a sealed day lies among the rows until the day is sealed
 * again, and counts instead of a sealed one of the same time. OFFSET 0 has the day's own columns found once a day instead
 * of once a point.
 */
const BETWEEN = `LATERAL (
  SELECT stored.ts, stored.value, stored.quality FROM points AS stored
   WHERE stored.tenant_id = {tenant} AND stored.variable_id = {variable}
     AND stored.ts >= ({lower})::timestamptz AND stored.ts < ({upper})::timestamptz
  UNION ALL
  SELECT ${OPENED_TS}, (opened.base + opened.number) / opened.scale, coalesce(opened.mark, 0::int2)
    FROM (
      SELECT packed.whole, packed.late, packed.base, packed.scale,
        generate_series(packed.since, packed.since + (packed.slots - 1) * packed.pace, packed.pace) AS slot,
        unnest(coalesce(packed.apart4, packed.apart2::int4[])) AS apart,
        unnest(coalesce(packed.value8, packed.value4::float8[], packed.value2::float8[])) AS number,
        unnest(packed.quality) AS mark
      FROM (
        SELECT sealed.*, sealed.step * interval '1 millisecond' AS pace,
          ${midnight('sealed.day')} + sealed.start * interval '1 millisecond' AS since,
          ${midnight('sealed.day')} >= ({lower})::timestamptz
            AND ${midnight('sealed.day + 1')} <= ({upper})::timestamptz AS whole,
          EXISTS (
            SELECT FROM points AS late WHERE late.tenant_id = {tenant} AND late.variable_id = {variable}
             AND late.ts >= ${midnight('sealed.day')} AND late.ts < ${midnight('sealed.day + 1')}) AS late
        FROM points_day AS sealed
        WHERE sealed.tenant_id = {tenant} AND sealed.variable_id = {variable}
          AND sealed.day >= (({lower})::timestamptz AT TIME ZONE 'UTC')::date
          AND sealed.day <= (({upper})::timestamptz AT TIME ZONE 'UTC')::date
        OFFSET 0
      ) AS packed
    ) AS opened
   WHERE opened.number IS NOT NULL
     AND (opened.whole OR ${OPENED_TS} >= ({lower})::timestamptz AND ${OPENED_TS} < ({upper})::timestamptz)
     AND NOT (opened.late AND EXISTS (
       SELECT FROM points AS late WHERE late.tenant_id = {tenant} AND late.variable_id = {variable}
        AND late.ts = ${OPENED_TS})))`;

/**
 * The points of a variable that count: ts, mean, min, max, first_ts, first, last, increase, integral, held. Where retention
 * has deleted its raw points, those of an hour are taken to lie evenly between its first and its last one, each with an
 * even share of what the hour holds: the parts into which it is cut add up to it. A row spans the step from the point
 * before, or from `lower`.
 */
const COUNTED = `LATERAL (
  SELECT p.ts, p.value AS mean, p.value AS min, p.value AS max, p.ts AS first_ts, p.value AS first, p.value AS last,
    0::float8 AS increase, 0::float8 AS integral, 0::float8 AS held
    FROM latest AS l, ${BETWEEN.replaceAll('({lower})', '(greatest(({lower})::timestamptz, l.raw_from))')} AS p
   WHERE l.tenant_id = {tenant} AND l.variable_id = {variable} AND p.quality < 2
  UNION ALL
  SELECT s.ts, h.sum / h.n, h.min, h.max, s.since, h.first + (h.last - h.first) * s.was,
    h.first + (h.last - h.first) * s.done,
    CASE WHEN s.at > 0 THEN h.increase / s.steps ELSE 0 END,
    CASE WHEN s.at > 0 THEN coalesce(h.integral, 0) / s.steps * s.share ELSE 0 END,
    CASE WHEN s.at > 0 THEN coalesce(h.held, 0) / s.steps * s.share ELSE 0 END
    FROM latest AS l JOIN rollup_hour AS h ON h.tenant_id = {tenant} AND h.variable_id = l.variable_id,
      LATERAL (SELECT greatest(h.n - 1, 1)::float8 AS steps, h.last_ts - h.first_ts AS long) AS w,
      LATERAL (
        SELECT at, w.steps, at / w.steps AS done, greatest(at - 1, 0) / w.steps AS was,
            h.first_ts + w.long * (at / w.steps) AS ts,
            -- A step begins after the point before it, so that the two stay in their order.
            greatest(({lower})::timestamptz, h.first_ts + w.long * (greatest(at - 1, 0) / w.steps)
              + CASE WHEN at > 0 THEN interval '1 microsecond' ELSE interval '0' END) AS since
          FROM generate_series(0, h.n - 1) AS at
      ) AS g,
      LATERAL (
        SELECT g.*, extract(epoch FROM g.ts - g.since)::float8
          / nullif(extract(epoch FROM w.long)::float8 / w.steps, 0) AS share
      ) AS s
   WHERE l.tenant_id = {tenant} AND l.variable_id = {variable} AND l.raw_from IS NOT NULL
     AND h.bucket > ({lower})::timestamptz - interval '1 hour' AND h.bucket < least(({upper})::timestamptz, l.raw_from)
     AND s.ts >= ({lower})::timestamptz AND s.ts < least(({upper})::timestamptz, l.raw_from))`;

const PLACES = /\{(tenant|variable|lower|upper)\}/;

/** The points between two moments, for a statement with numbered parameters; it needs an alias. */
export const pointsBetween = (source: Source<string>): string =>
  BETWEEN.split(PLACES)
    .map((part, at) => (at % 2 === 0 ? part : source[part as keyof Source<string>]))
    .join('');

const fill = (text: string, source: Source<unknown>): RawBuilder<unknown> =>
  sql.join(
    text
      .split(PLACES)
      .map((part, at) => (at % 2 === 0 ? sql.raw(part) : source[part as keyof Source<unknown>])),
    sql.raw(''),
  );

/** As `pointsBetween`, of values and parts of a statement. */
export const askPoints = (source: Source<unknown>): RawBuilder<unknown> => fill(BETWEEN, source);

/** The points that count, with what is left of those that were deleted. */
export const askCounted = (source: Source<unknown>): RawBuilder<unknown> => fill(COUNTED, source);
