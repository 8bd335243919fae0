/** The statements that write roll-ups of one tenant ($1). Rows are passed as arrays, one per column. 0 means "none". */
import { type HourColumn, hoursBetween } from '../../read/hoursSql.ts';
import { pointsBetween, steppedOf } from '../../read/pointsSql.ts';
import { ANCHOR, ANCHORED } from '../storeSql.ts';
import type { RolledUnit } from './rollup.ts';

const SUMMARY = 'n, sum, min, max, first, first_ts, last, last_ts, increase, integral, held, hold, roll_over';

export type RollupTable = `rollup_${RolledUnit}`;

const IS_LOOSE = `and not exists (select from hours_day as d where d.tenant_id = $1 and d.variable_id = u.v
      and d.day = (u.bucket at time zone 'UTC')::date)`;

/**
 * Appends rows that are later than all points in their bucket. Other rows (late or repeated points), and rows of a
 * packed day, are skipped and returned. Their buckets are computed again from the points or the smaller unit.
 */
export function appendRollup(table: RollupTable): string {
  return `
with u as (select * from unnest($2::int4[], $3::timestamptz[], $4::int4[], $5::float8[], $6::float8[],
    $7::float8[], $8::float8[], $9::timestamptz[], $10::float8[], $11::timestamptz[], $12::float8[],
    $13::float8[], $14::float8[], $15::float8[], $16::float8[])
    as u(v, bucket, n, sum, min, max, first, first_ts, last, last_ts, increase, integral, held, hold, roll_over)),
  added as (
    insert into ${table} as r (tenant_id, variable_id, bucket, ${SUMMARY})
    select t.tenant_id, v, bucket, n, sum, min, max, first, first_ts, last, last_ts, increase,
      case when hold > 0 then integral end, case when hold > 0 then held end, nullif(hold, 0), nullif(roll_over, 0)
      from ${ANCHOR}, u where ${ANCHORED} ${table === 'rollup_hour' ? IS_LOOSE : ''}
    on conflict (tenant_id, variable_id, bucket) do update set
      n = r.n + excluded.n, sum = r.sum + excluded.sum,
      min = least(r.min, excluded.min), max = greatest(r.max, excluded.max),
      last = excluded.last, last_ts = excluded.last_ts,
      increase = r.increase + counter_step(r.last, excluded.first, excluded.roll_over) + excluded.increase,
      integral = r.integral + r.last * hold_step(r.last_ts, excluded.first_ts, excluded.hold) + excluded.integral,
      held = r.held + hold_step(r.last_ts, excluded.first_ts, excluded.hold) + excluded.held
    where r.last_ts < excluded.first_ts
    returning variable_id, bucket)
select v as variable_id, (extract(epoch from bucket) * 1000)::float8 as bucket
  from (select v, bucket from u except select * from added) as late`;
}

/**
 * `mark` is a hash of all inputs of a bucket. Cached figures are valid while it is unchanged. Different points may have
 * equal sums.
 */
const RECOUNTED = `${SUMMARY}, mark`;
const COUNTED =
  's.n, s.sum, s.min, s.max, s.first, s.first_ts, s.last, s.last_ts, s.increase, s.integral, s.held';
const COUNTED_AS = 's(n, sum, min, max, first, first_ts, last, last_ts, increase, integral, held, mark)';

/** Unchanged rows are not written. */
const REPLACE = `
on conflict (tenant_id, variable_id, bucket) do update set
  (${RECOUNTED}) = (excluded.n, excluded.sum, excluded.min, excluded.max, excluded.first, excluded.first_ts,
    excluded.last, excluded.last_ts, excluded.increase, excluded.integral, excluded.held, excluded.hold,
    excluded.roll_over, excluded.mark)
where (r.n, r.sum, r.min, r.max, r.first, r.first_ts, r.last, r.last_ts, r.increase, r.integral, r.held, r.hold,
    r.roll_over, r.mark)
  is distinct from (excluded.n, excluded.sum, excluded.min, excluded.max, excluded.first, excluded.first_ts,
    excluded.last, excluded.last_ts, excluded.increase, excluded.integral, excluded.held, excluded.hold,
    excluded.roll_over, excluded.mark)`;

const BUCKETS = `
(select v, lower, upper, nullif(hold, 0) as hold, nullif(roll_over, 0) as roll_over
   from unnest($2::int4[], $3::timestamptz[], $4::timestamptz[], $5::float8[], $6::float8[])
     as u(v, lower, upper, hold, roll_over)) as b`;

const OF_VARIABLE = 'latest as l on l.tenant_id = $1 and l.variable_id = v';
/** The points of a bucket that are not in the tail. */
const ROLLED_POINTS = `${pointsBetween({
  tenant: '$1',
  variable: 'v',
  lower: 'lower',
  upper: 'least(upper, rolled_to)',
})} as p`;
/** Roll-ups are stored longer than their points. Points deleted by retention cannot be counted again. */
const HAS_POINTS = 'lower >= coalesce(raw_from, lower)';

/** Computes hours from their raw points, without bad points. */
const HOURS_RECOMPUTE = `
insert into rollup_hour as r (tenant_id, variable_id, bucket, ${RECOUNTED})
select $1::int4, v, lower, ${COUNTED}, hold, roll_over, s.mark from ${BUCKETS} join ${OF_VARIABLE},
lateral (
  select count(*)::int4, sum(value), min(value), max(value),
    (array_agg(value order by ts))[1], min(ts), (array_agg(value order by ts desc))[1], max(ts),
    sum(counter_step(previous, ${steppedOf('p')}, roll_over)),
    case when hold is not null then coalesce(sum(previous * hold_step(previous_ts, ts, hold)), 0) end,
    sum(hold_step(previous_ts, ts, hold)),
    bit_xor(hash_record_extended(row(ts, value), 0))
  from (select ts, value, quality, lag(value) over w as previous, lag(ts) over w as previous_ts
          from ${ROLLED_POINTS} where quality < 2 window w as (order by ts)) as p
  having count(*) > 0
) as ${COUNTED_AS} where ${HAS_POINTS} ${REPLACE}`;

const PARTS = [
  ...(['bucket', 'n', 'sum', 'min', 'max', 'first', 'first_ts', 'last', 'last_ts', 'increase'] as const),
  ...(['integral', 'held', 'mark'] as const),
] satisfies HourColumn[];

/** Returns the buckets of the smaller unit for a larger bucket, as a table that needs an alias. */
const partsOf = (table: RollupTable, ...columns: HourColumn[]): string =>
  table === 'rollup_hour'
    ? hoursBetween({ tenant: '$1', variable: 'v', lower: 'lower', upper: 'upper' }, ...columns)
    : `lateral (select ${columns.join(', ')} from ${table}
         where tenant_id = $1 and variable_id = v and bucket >= lower and bucket < upper)`;

/** Computes days from their hours, or months from their days. */
const recomputeFrom = (table: RollupTable, smaller: RollupTable): string => `
insert into ${table} as r (tenant_id, variable_id, bucket, ${RECOUNTED})
select $1::int4, v, lower, ${COUNTED}, hold, roll_over, s.mark from ${BUCKETS},
lateral (
  select sum(n)::int4, sum(sum), min(min), max(max),
    (array_agg(first order by bucket))[1], min(first_ts), (array_agg(last order by bucket desc))[1], max(last_ts),
    sum(increase + counter_step(previous, first, b.roll_over)),
    sum(integral + coalesce(previous * hold_step(previous_ts, first_ts, b.hold), 0)),
    sum(held + hold_step(previous_ts, first_ts, b.hold)),
    bit_xor(hash_record_extended(row(bucket, n, sum, increase, first, last, mark), 0))
  from (select *, lag(last) over w as previous, lag(last_ts) over w as previous_ts from ${partsOf(smaller, ...PARTS)} as part
         window w as (order by bucket)) as h
  having count(*) > 0
) as ${COUNTED_AS} ${REPLACE}`;

export const RECOMPUTE: Record<RollupTable, string> = {
  rollup_hour: HOURS_RECOMPUTE,
  rollup_day: recomputeFrom('rollup_day', 'rollup_hour'),
  rollup_month: recomputeFrom('rollup_month', 'rollup_day'),
};

/** Finds bad points between counted points of their bucket. They may have been good before. */
export const findTouched = (table: RollupTable): string => `
select u.at from unnest($2::int4[], $3::timestamptz[], $4::timestamptz[])
    with ordinality as u(v, bucket, ts, at)
  join ${table} as r on r.tenant_id = $1 and r.variable_id = v and r.bucket = u.bucket
 where ts between first_ts and last_ts`;

const hasNone = (smaller: RollupTable): string =>
  `not exists (select from ${partsOf(smaller, 'bucket')} as s)`;

const IS_EMPTY: Record<RollupTable, string> = {
  rollup_hour: `not exists (select from ${ROLLED_POINTS} where quality < 2) and ${HAS_POINTS}`,
  rollup_day: hasNone('rollup_hour'),
  rollup_month: hasNone('rollup_day'),
};

/** Deletes buckets without counted points. */
export const deleteEmpty = (table: RollupTable): string => `
delete from ${table} as r
 using unnest($2::int4[], $3::timestamptz[], $4::timestamptz[]) as u(v, lower, upper)
  join ${OF_VARIABLE}
 where r.tenant_id = $1 and r.variable_id = v and r.bucket = lower and ${IS_EMPTY[table]}`;
