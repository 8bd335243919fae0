/**
 * Reads buckets of statistics that do not depend on the order of points: sums, averages of samples, minima and maxima.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Bucket, TimeWindow } from '../../../../runtime/core/time/timeWindow.ts';
import type { TelemetryVariable } from '../types.ts';
import { int4Array, timestamptzArray } from '../write/binaryArrays.ts';
import { ROLLED_UNITS, type RolledUnit } from '../write/rollups/rollup.ts';
import type { HourColumn } from './hoursSql.ts';
import { type PackedBuckets, packBuckets } from './packedBuckets.ts';
import { cutPieces, type Piece, type Segments } from './segments.ts';
import { pointsSource, rolledFrom, unnestRanges } from './statisticsSql.ts';

const ROLLED = sql.raw('sum(n) as n, sum(sum) as sum, min(min) as min, max(max) as max');
const HOURS = ['bucket', 'n', 'sum', 'min', 'max'] as const satisfies readonly HourColumn[];
const POINTS = sql.raw('count(*) as n, sum(mean) as sum, min(min) as min, max(max) as max');

/** Each piece of each variable is one short index scan, whose rows are summed. */
function part(pieces: readonly Piece[], source: RawBuilder<unknown>): RawBuilder<unknown> {
  const lower = timestamptzArray(pieces.map(({ from }) => from));
  const upper = timestamptzArray(pieces.map(({ to }) => to));
  const buckets = int4Array(pieces.map(({ bucket }) => bucket));
  return sql`select v.id, r.at as bucket, s.* from v,
    unnest(${lower}::timestamptz[], ${upper}::timestamptz[], ${buckets}::int4[]) as r(lo, hi, at),
    lateral (select ${source} having count(*) > 0) as s`;
}

/** Reads a range in which every piece is a single row. A single index scan reads all rows, and no rows are summed. */
const wholePart = (unit: RolledUnit, tenantId: number, ranges: readonly TimeWindow[], bounds: Buffer) =>
  sql`select v.id, width_bucket(s.bucket, ${bounds}::timestamptz[]) - 1 as bucket, s.n, s.sum, s.min, s.max
    from v, ${unnestRanges(ranges)} as r(lo, hi),
      lateral (select bucket, n, sum, min, max ${rolledFrom(unit, tenantId, HOURS)} offset 0) as s`;

/** Buckets without a point are left out. */
export function askSums(
  tenantId: number,
  variables: readonly TelemetryVariable[],
  bounds: readonly number[],
  bucket: Bucket,
  segments: Segments,
): RawBuilder<PackedBuckets> {
  const rolled = (unit: RolledUnit) =>
    unit === bucket
      ? wholePart(unit, tenantId, segments[unit], timestamptzArray(bounds))
      : part(cutPieces(segments[unit], bounds), sql`${ROLLED} ${rolledFrom(unit, tenantId, HOURS)}`);
  const points = (ranges: readonly TimeWindow[]) =>
    part(cutPieces(ranges, bounds), sql`${POINTS} from ${pointsSource(tenantId, ranges[0]!.from)} as p`);
  const parts = [
    ...ROLLED_UNITS.filter((unit) => segments[unit].length > 0).map(rolled),
    ...(segments.raw.length > 0 ? [points(segments.raw)] : []),
  ];
  const tables = sql`with v as (select unnest(${int4Array(variables.map(({ id }) => id))}::int4[]) as id)`;
  const rows = sql`
    select id, bucket, sum(n)::int8 as n, sum(sum) as sum, min(min) as min, max(max) as max
      from (${sql.join(parts, sql` union all `)}) as p group by 1, 2 order by 1, 2`;
  return packBuckets(tables, rows, 'sums');
}
