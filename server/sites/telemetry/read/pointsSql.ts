/**
 * Reads raw points within a statement, not by a function of the database. The planner of a distributed database finds
 * the tenant among the constants of the statement, and sends the statement to the tenant's node.
 */
import type { RawBuilder } from 'kysely';
import { BEGINS } from '../write/batch.ts';
import { hoursBetween } from './hoursSql.ts';
import { fillSource, fillText, type Source } from './source.ts';

/** Returns the counter value of a good point in a table. It is minus infinity at the start of another meter. */
export const steppedOf = (table: string): string =>
  `case when ${table}.quality = ${BEGINS} then '-infinity' else ${table}.value end`;

const OPENED_TS = `case when opened.apart is null then opened.slot
      else opened.slot + opened.apart * interval '1 millisecond' end`;
const midnight = (day: string): string => `(${day})::timestamp at time zone 'UTC'`;

const isSingleAt = (time: string): string => `exists (
  select from points as other where other.tenant_id = {tenant} and other.variable_id = {variable} and other.ts = ${time})`;
const isRowAt = (time: string): string => `exists (
  select from point_shape as s join point_row as other
      on other.tenant_id = {tenant} and other.shape = s.shape and other.ts = ${time}
   where s.tenant_id = {tenant} and s.variable_id = {variable} and other.value[s.place] is not null)`;
const hasSingle = (from: string, to: string): string => `exists (
  select from points as found where found.tenant_id = {tenant} and found.variable_id = {variable}
     and found.ts >= ${from} and found.ts < ${to})`;
const hasRow = (from: string, to: string): string => `exists (
  select from point_shape as s, lateral (
      select from point_row as found where found.tenant_id = {tenant} and found.shape = s.shape
         and found.ts >= ${from} and found.ts < ${to} limit 1) as held
   where s.tenant_id = {tenant} and s.variable_id = {variable})`;

/** Points outside of sealed days, as a table: ts, value, quality. A single point overrides a point in a row. */
const LOOSE = `(
  select stored.ts, stored.value, stored.quality from points as stored
   where stored.tenant_id = {tenant} and stored.variable_id = {variable}
     and stored.ts >= ({lower})::timestamptz and stored.ts < ({upper})::timestamptz
  union all
  select came.ts, came.value[kept.place], coalesce(came.quality[kept.place], 0::int2)
    from (
      select shaped.shape, shaped.place, ${hasSingle('({lower})::timestamptz', '({upper})::timestamptz')} as beside
        from point_shape as shaped where shaped.tenant_id = {tenant} and shaped.variable_id = {variable}
      offset 0
    ) as kept
    join point_row as came on came.tenant_id = {tenant} and came.shape = kept.shape
     and came.ts >= ({lower})::timestamptz and came.ts < ({upper})::timestamptz
   where came.value[kept.place] is not null and not (kept.beside and ${isSingleAt('came.ts')}))`;

/**
 * Points from single points, rows and sealed days: ts, value, quality. A late point of a sealed day is a single point
 * or in a row until the next sealing. It overrides a sealed point of the same time. `offset 0` makes PostgreSQL compute
 * the columns of a day once per day instead of once per point.
 */
const BETWEEN = `lateral (
  select loose.* from ${LOOSE} as loose
  union all
  select ${OPENED_TS}, (opened.base + opened.number) / opened.scale, coalesce(opened.mark, 0::int2)
    from (
      select packed.whole, packed.late, packed.base, packed.scale,
        generate_series(packed.since, packed.since + (packed.slots - 1) * packed.pace, packed.pace) as slot,
        unnest(coalesce(packed.apart4, packed.apart2::int4[])) as apart,
        unnest(coalesce(packed.value8, packed.value4::float8[], packed.value2::float8[])) as number,
        unnest(packed.quality) as mark
      from (
        select sealed.*, sealed.step * interval '1 millisecond' as pace,
          ${midnight('sealed.day')} + sealed.start * interval '1 millisecond' as since,
          ${midnight('sealed.day')} >= ({lower})::timestamptz
            and ${midnight('sealed.day + 1')} <= ({upper})::timestamptz as whole,
          ${hasSingle(midnight('sealed.day'), midnight('sealed.day + 1'))}
            or ${hasRow(midnight('sealed.day'), midnight('sealed.day + 1'))} as late
        from points_day as sealed
        where sealed.tenant_id = {tenant} and sealed.variable_id = {variable}
          and sealed.day >= (({lower})::timestamptz at time zone 'UTC')::date
          and sealed.day <= (({upper})::timestamptz at time zone 'UTC')::date
        offset 0
      ) as packed
    ) as opened
   where opened.number is not null
     and (opened.whole or ${OPENED_TS} >= ({lower})::timestamptz and ${OPENED_TS} < ({upper})::timestamptz)
     and not (opened.late and (${isSingleAt(OPENED_TS)} or ${isRowAt(OPENED_TS)})))`;

/** The hours whose points may have been deleted by retention. */
const DELETED_HOURS = hoursBetween(
  {
    ...{ tenant: '{tenant}', variable: '{variable}' },
    lower: "({lower})::timestamptz - interval '1 hour'",
    upper: 'least(({upper})::timestamptz, l.raw_from)',
  },
  ...([
    'bucket',
    'n',
    'sum',
    'min',
    'max',
    'first',
    'first_ts',
    'last',
    'last_ts',
    'increase',
    'integral',
    'held',
  ] as const),
);

/**
 * The valid points of a variable: ts, mean, min, max, first_ts, first, last, increase, integral, held. If retention has
 * deleted raw points, substitutes are spread evenly between the first and last point of the hour. Each has an equal
 * share of the hour's figures, so that parts of the hour add up to it. A row includes the step from the previous point,
 * or from `lower`.
 */
const COUNTED = `lateral (
  select p.ts, p.value as mean, p.value as min, p.value as max, p.ts as first_ts, ${steppedOf('p')} as first, p.value as last,
    0::float8 as increase, 0::float8 as integral, 0::float8 as held
    from latest as l, ${BETWEEN.replaceAll('({lower})', '(greatest(({lower})::timestamptz, l.raw_from))')} as p
   where l.tenant_id = {tenant} and l.variable_id = {variable} and p.quality < 2
  union all
  select s.ts, h.sum / h.n, h.min, h.max, s.since, h.first + (h.last - h.first) * s.was,
    h.first + (h.last - h.first) * s.done,
    case when s.at > 0 then h.increase / s.steps else 0 end,
    case when s.at > 0 then coalesce(h.integral, 0) / s.steps * s.share else 0 end,
    case when s.at > 0 then coalesce(h.held, 0) / s.steps * s.share else 0 end
    from latest as l, ${DELETED_HOURS} as h,
      lateral (select greatest(h.n - 1, 1)::float8 as steps, h.last_ts - h.first_ts as long) as w,
      lateral (
        select at, w.steps, at / w.steps as done, greatest(at - 1, 0) / w.steps as was,
            h.first_ts + w.long * (at / w.steps) as ts,
            -- A step starts after the previous point, which preserves their order.
            greatest(({lower})::timestamptz, h.first_ts + w.long * (greatest(at - 1, 0) / w.steps)
              + case when at > 0 then interval '1 microsecond' else interval '0' end) as since
          from generate_series(0, h.n - 1) as at
      ) as g,
      lateral (
        select g.*, extract(epoch from g.ts - g.since)::float8
          / nullif(extract(epoch from w.long)::float8 / w.steps, 0) as share
      ) as s
   where l.tenant_id = {tenant} and l.variable_id = {variable} and l.raw_from is not null
     and h.bucket > ({lower})::timestamptz - interval '1 hour'
     and s.ts >= ({lower})::timestamptz and s.ts < least(({upper})::timestamptz, l.raw_from))`;

/** Returns the points between two times, for a statement with numbered parameters. Needs an alias. */
export const pointsBetween = (source: Source<string>): string => fillText(BETWEEN, source);

/** Returns the points without those of sealed days. */
export const looseBetween = (source: Source<string>): string => `lateral ${fillText(LOOSE, source)}`;

/** Like `pointsBetween`, with parameters and SQL fragments. */
export const selectPoints = (source: Source<unknown>): RawBuilder<unknown> => fillSource(BETWEEN, source);

/** Returns the valid points, including substitutes for deleted points. */
export const askCounted = (source: Source<unknown>): RawBuilder<unknown> => fillSource(COUNTED, source);
