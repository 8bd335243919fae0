import { type RawBuilder, sql } from 'kysely';
import { startHour, type TimeWindow } from '../../../../runtime/core/time/timeWindow.ts';
import type { TelemetryVariable } from '../types.ts';
import { float8Array, int4Array, textArray, timestamptzArray } from '../write/binaryArrays.ts';
import { isExpirable } from '../write/rawRetention.ts';
import { cutOf, ROLLED_UNITS, type RolledUnit, rulesOf } from '../write/rollups/rollup.ts';
import { type HourColumn, selectHours, selectLastHour } from './hoursSql.ts';
import { type PackedBuckets, packBuckets } from './packedBuckets.ts';
import { askCounted, selectPoints, steppedOf } from './pointsSql.ts';
import { cutPieces, type Piece, type Segments } from './segments.ts';

/**
 * The detail of the requested buckets. `sums` (`sums_read`) has only sums, minima and maxima. `increase` adds the
 * growth and the first value, which requires ordered buckets. `order` adds first and last values. `time` adds the
 * values for averages weighted by time.
 */
export type Detail = 'sums' | Ordered;
type Ordered = 'increase' | 'order' | 'time';

/** A value and its time. */
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
const EPOCH_MS = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);

export const unnestRanges = (ranges: readonly TimeWindow[]) =>
  sql`unnest(${lower(ranges)}::timestamptz[], ${upper(ranges)}::timestamptz[])`;

/**
 * Selects the roll-ups of the variable `v` between `lo` and `hi`. For hourly roll-ups, `columns` are the columns to
 * read.
 */
export const rolledFrom = (unit: RolledUnit, tenantId: number, columns: readonly HourColumn[]) =>
  unit === 'hour'
    ? sql`from ${selectHours(
        { tenant: tenantId, variable: sql.raw('v.id'), lower: sql.raw('lo'), upper: sql.raw('hi') },
        ...columns,
      )} as hour`
    : sql`from ${sql.table(`rollup_${unit}`)}
  where tenant_id = ${tenantId} and variable_id = v.id and bucket >= lo and bucket < hi`;

const HOURS = {
  order: ['n', 'sum', 'min', 'max', 'first_ts', 'first', 'last', 'increase'],
  time: ['n', 'sum', 'min', 'max', 'first_ts', 'first', 'last', 'increase', 'last_ts', 'integral', 'held'],
} as const satisfies Record<string, readonly HourColumn[]>;
const ROLLED = HOURS.order.join(', ');
const POINTS = '1 as n, mean as sum, min, max, first_ts, first, last, increase';
const COLUMNS: Record<Ordered, { rolled: string; points: string }> = {
  increase: { rolled: ROLLED, points: POINTS },
  order: { rolled: ROLLED, points: POINTS },
  time: {
    rolled: `${ROLLED}, last_ts, coalesce(integral, 0) as integral, coalesce(held, 0) as held`,
    points: `${POINTS}, ts as last_ts, integral, held`,
  },
};

/**
 * Selects the good points of the variable `v` between `lo` and `hi`. Points deleted by retention are replaced by evenly
 * spread substitutes.
 */
export function pointsSource(tenantId: number, from: number): RawBuilder<unknown> {
  const source = {
    tenant: tenantId,
    variable: sql.raw('v.id'),
    lower: sql.raw('lo'),
    upper: sql.raw('hi'),
  };
  return isExpirable(from)
    ? askCounted(source)
    : sql`(select ts, value as mean, value as min, value as max, ts as first_ts, ${sql.raw(steppedOf('good'))} as first, value as last,
        0::float8 as increase, 0::float8 as integral, 0::float8 as held
        from ${selectPoints(source)} as good where quality < 2)`;
}

/** OFFSET 0 forces a lookup per variable. A tenant may have a thousand times as many rows. */
function rollupPart(
  unit: RolledUnit,
  tenantId: number,
  ranges: TimeWindow[],
  detail: Ordered,
): RawBuilder<unknown> {
  return sql`select v.*, s.* from v, ${unnestRanges(ranges)} as r(lo, hi),
    lateral (select ${sql.raw(COLUMNS[detail].rolled)} ${rolledFrom(unit, tenantId, detail === 'time' ? HOURS.time : HOURS.order)}
      offset 0) as s`;
}

function pointsPart(tenantId: number, pieces: readonly Piece[], detail: Ordered): RawBuilder<unknown> {
  return sql`select v.*, s.* from v, ${unnestRanges(pieces)} as r(lo, hi),
    lateral (select ${sql.raw(COLUMNS[detail].points)} from ${pointsSource(tenantId, pieces[0]!.from)} as p) as s`;
}

const SUMS = sql.raw('sum(n)::int8 as n, sum(sum) as sum, min(min) as min, max(max) as max');
const ENDS = sql.raw(`min(first) filter (where before is distinct from bucket) as first,
  min(last) filter (where after is distinct from bucket) as last`);
/** Values for counters: growth, count and first value of the first bucket, and the extremes of all buckets. */
const GROWN = sql.raw(`case when bool_or(previous is null) then sum(n) else 0 end as n,
  coalesce(min(first) filter (where previous is null), 0) as first, min(min) as min, max(max) as max`);
const NOTHING = sql.raw('');
const PREVIOUS_TS = sql.raw(', lag(last_ts) over w as previous_ts');
/** Leaves out the time between the points of two buckets. It is split between them later. */
const SUMS_TIME = sql`,
  sum(integral + case when before = bucket then previous * hold_step(previous_ts, first_ts, hold) else 0 end)
    as integral,
  sum(held + case when before = bucket then hold_step(previous_ts, first_ts, hold) else 0 end) as held,
  ${EPOCH_MS('min(first_ts)')} as first_ts, ${EPOCH_MS('max(last_ts)')} as last_ts`;

/** Buckets without a point are left out. */
export function askBuckets(
  tenantId: number,
  variables: readonly TelemetryVariable[],
  bounds: readonly number[],
  segments: Segments,
  detail: Ordered,
): RawBuilder<PackedBuckets> {
  const parts = [
    ...ROLLED_UNITS.filter((unit) => segments[unit].length > 0).map((unit) =>
      rollupPart(unit, tenantId, segments[unit], detail),
    ),
    ...(segments.raw.length > 0 ? [pointsPart(tenantId, cutPieces(segments.raw, bounds), detail)] : []),
  ];
  const bucket = sql`width_bucket(first_ts, ${timestamptzArray(bounds)}::timestamptz[]) - 1`;
  const source = sql.join(parts, sql` union all `);
  const rules = variables.map(rulesOf);
  const byTime = detail === 'time';
  const grows = detail === 'increase';
  const neighbours = grows ? NOTHING : sql`, lag(bucket) over w as before, lead(bucket) over w as after`;
  const figures = grows ? GROWN : sql`${SUMS}, ${ENDS}`;
  const tables = sql`
    with v as (select id, nullif(hold, 0) as hold, nullif(roll_over, 0) as roll_over from unnest(
        ${idsOf(variables)}::int4[], ${float8Array(rules.map(({ hold }) => hold ?? 0))}::float8[],
        ${float8Array(rules.map(({ rollOver }) => rollOver ?? 0))}::float8[]) as u(id, hold, roll_over)),
      b as (select *, ${bucket} as bucket from (${source}) as s),
      o as (select *, lag(last) over w as previous ${neighbours}
        ${byTime ? PREVIOUS_TS : NOTHING} from b window w as (partition by id order by first_ts))`;
  const rows = sql`select id, bucket, ${figures},
      sum(increase + counter_step(previous, first, roll_over)) as increase ${byTime ? SUMS_TIME : NOTHING}
    from o group by 1, 2 order by 1, 2`;
  return packBuckets(tables, rows, detail);
}

/** Reads the last value of each variable before a time. It reads hours, which exist longer than raw points. */
export function selectCarries(
  tenantId: number,
  variables: readonly TelemetryVariable[],
  before: number,
  zone: string,
): RawBuilder<CarryRow> {
  const hour = startHour(before, zone);
  const toTimestamp = (ts: number) => sql`to_timestamp(${ts / 1000})`;
  // The bounds of statistics are usually full hours, without earlier points in their own hour.
  const begun =
    hour < before
      ? sql`select ts, last as value from (select ${toTimestamp(hour)} as lo, ${toTimestamp(before)} as hi) as r,
        lateral (select * from ${pointsSource(tenantId, hour)} as s) as p order by ts desc limit 1`
      : sql`select null::timestamptz as ts, null::float8 as value`;
  return sql<CarryRow>`
    select v.id, coalesce(p.value, h.last) as value, ${EPOCH_MS('coalesce(p.ts, h.last_ts)')} as ts
      from unnest(${idsOf(variables)}::int4[]) as v(id)
      left join lateral (${begun}) as p on true
      left join ${selectLastHour(
        { tenant: tenantId, variable: sql.raw('v.id'), before: toTimestamp(hour) },
        ...(['last', 'last_ts'] as const),
      )} as h on p.ts is null
     where coalesce(p.ts, h.last_ts) is not null`;
}

/** Finds variables whose roll-ups were computed with other settings. */
const cutsSql = (tenantId: number, variables: readonly TelemetryVariable[]) => sql`
    select variable_id as id, true as moved from latest
      join unnest(${idsOf(variables)}::int4[], ${textArray(variables.map(cutOf))}::text[]) as u(id, cut)
        on variable_id = u.id
     where tenant_id = ${tenantId} and latest.cut <> u.cut`;

/** A variable with its buckets, if any. */
export type VariableRow = PackedBuckets & {
  /** True if its roll-ups were computed with other settings. The read values are then not valid. */
  moved: true | null;
  /** The last value before the buckets, if requested. */
  value?: number | null;
  ts?: number | null;
};

/** Reads everything that a statistic needs in one statement. On a cluster, a statement costs more than the reading. */
export const selectVariables = (
  tenantId: number,
  variables: readonly TelemetryVariable[],
  buckets: RawBuilder<PackedBuckets>,
  carries: RawBuilder<CarryRow> | null,
): RawBuilder<VariableRow> => sql`
  select * from unnest(${idsOf(variables)}::int4[]) as u(id)
    left join (${cutsSql(tenantId, variables)}) as m using (id)
    left join (${buckets}) as b using (id)
    ${carries ? sql`left join (${carries}) as c using (id)` : NOTHING}`;
