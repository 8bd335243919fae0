/** Buckets of statistics that need no order among their points: sums, averages by samples, highest and lowest values. */
import { type RawBuilder, sql } from 'kysely';
import type { Bucket, TimeWindow } from '../../../runtime/core/timeWindow.ts';
import { int4Array, timestamptzArray } from './binaryArrays.ts';
import { ROLLED_UNITS, type RolledUnit } from './rollup.ts';
import { cutPieces, type Piece, type Segments } from './segments.ts';
import { type BucketRow, pointsSource, rolledFrom, unnestRanges } from './statisticsSql.ts';
import type { TelemetryVariable } from './types.ts';

const ROLLED = sql.raw('sum(n) AS n, sum(sum) AS sum, min(min) AS min, max(max) AS max');
const POINTS = sql.raw('count(*) AS n, sum(mean) AS sum, min(min) AS min, max(max) AS max');

/** Every piece of every variable is one short walk along the index, added up on the way. */
function part(pieces: readonly Piece[], source: RawBuilder<unknown>): RawBuilder<unknown> {
  const lower = timestamptzArray(pieces.map(({ from }) => from));
  const upper = timestamptzArray(pieces.map(({ to }) => to));
  const buckets = int4Array(pieces.map(({ bucket }) => bucket));
  return sql`SELECT v.id, r.at AS bucket, s.* FROM v,
    unnest(${lower}::timestamptz[], ${upper}::timestamptz[], ${buckets}::int4[]) AS r(lo, hi, at),
    LATERAL (SELECT ${source} HAVING count(*) > 0) AS s`;
}

/** Where every piece is a single row there is nothing to add up: all of a range are one walk. */
const wholePart = (unit: RolledUnit, tenantId: number, ranges: readonly TimeWindow[], bounds: Buffer) =>
  sql`SELECT v.id, width_bucket(s.bucket, ${bounds}::timestamptz[]) - 1 AS bucket, s.n, s.sum, s.min, s.max
    FROM v, ${unnestRanges(ranges)} AS r(lo, hi),
      LATERAL (SELECT bucket, n, sum, min, max ${rolledFrom(unit, tenantId)} OFFSET 0) AS s`;

/** Buckets without a point have no row; what orders points (`first`, `last`, `increase`) is 0. */
export function askSums(
  tenantId: number,
  variables: readonly TelemetryVariable[],
  bounds: readonly number[],
  bucket: Bucket,
  segments: Segments,
): RawBuilder<BucketRow> {
  const rolled = (unit: RolledUnit) =>
    unit === bucket
      ? wholePart(unit, tenantId, segments[unit], timestamptzArray(bounds))
      : part(cutPieces(segments[unit], bounds), sql`${ROLLED} ${rolledFrom(unit, tenantId)}`);
  const points = (ranges: readonly TimeWindow[]) =>
    part(cutPieces(ranges, bounds), sql`${POINTS} FROM ${pointsSource(tenantId, ranges[0]!.from)} AS p`);
  const parts = [
    ...ROLLED_UNITS.filter((unit) => segments[unit].length > 0).map(rolled),
    ...(segments.raw.length > 0 ? [points(segments.raw)] : []),
  ];
  return sql<BucketRow>`
    WITH v AS (SELECT unnest(${int4Array(variables.map(({ id }) => id))}::int4[]) AS id)
    SELECT id, bucket, sum(n)::int8 AS n, sum(sum) AS sum, min(min) AS min, max(max) AS max,
      0 AS first, 0 AS last, 0 AS increase
      FROM (${sql.join(parts, sql` UNION ALL `)}) AS p GROUP BY 1, 2 ORDER BY 1, 2`;
}
