/**
 * Reads hourly roll-ups within a statement, whether stored as rows or packed by day. All readers of hours use these
 * functions. Like points, hours are not read through a function or view of the database. A distributed database must
 * find the tenant among the constants of the statement.
 */
import type { RawBuilder } from 'kysely';
import { fillSource, fillText, type Source } from './source.ts';

export type HourColumn =
  | 'bucket'
  | 'n'
  | 'sum'
  | 'min'
  | 'max'
  | 'first'
  | 'first_ts'
  | 'last'
  | 'last_ts'
  | 'increase'
  | 'integral'
  | 'held'
  | 'hold'
  | 'roll_over'
  | 'mark';

const MILLISECOND = `interval '1 millisecond'`;
const midnight = (day: string): string => `(${day})::timestamp at time zone 'UTC'`;
const dayOf = (time: string): string => `((${time}) at time zone 'UTC')::date`;

const BUCKET = `(opened.since + opened.at * interval '1 hour')`;
const FIRST = '((opened.base + opened.first) / opened.scale)';
const LAST = '((opened.base + coalesce(opened.last, opened.first)) / opened.scale)';
const FIRST_TS = `(${BUCKET} + opened.first_at * ${MILLISECOND})`;
const LAST_TS = `(${BUCKET} + opened.last_at * ${MILLISECOND})`;
const HELD = `hold_step(${FIRST_TS}, ${LAST_TS}, opened.hold)`;

/**
 * Figures that an hour does not store are computed from its first and last value, as with two points. See `packHours`.
 */
const PACKED: Record<HourColumn, string> = {
  bucket: BUCKET,
  n: 'opened.n',
  sum: `coalesce(opened.sum, case when opened.n = 1 then ${FIRST} else ${FIRST} + ${LAST} end)`,
  min: `coalesce((opened.base + opened.low) / opened.scale, least(${FIRST}, ${LAST}))`,
  max: `coalesce((opened.base + opened.high) / opened.scale, greatest(${FIRST}, ${LAST}))`,
  first: FIRST,
  first_ts: FIRST_TS,
  last: LAST,
  last_ts: LAST_TS,
  increase: `coalesce(opened.increase,
    case when opened.n = 1 then 0 else counter_step(${FIRST}, ${LAST}, opened.roll_over) end)`,
  integral: `case when opened.hold is not null then coalesce(opened.integral,
    case when opened.n = 1 then 0 else ${FIRST} * ${HELD} end) end`,
  held: `case when opened.hold is not null then coalesce(opened.held,
    case when opened.n = 1 then 0 else ${HELD} end) end`,
  hold: 'opened.hold',
  roll_over: 'opened.roll_over',
  mark: 'opened.mark',
};

/** Returns SQL for the elements of a list. A list with a single number has this number for all hours. */
const spread = (list: string): string =>
  `unnest(case when cardinality(packed.${list}) = 1
    then array_fill(packed.${list}[1], array[packed.slots]) else packed.${list} end)`;
const VALUES = 'coalesce(packed.value8, packed.value4::float8[], packed.value2::float8[])';
const part = (at: number): string =>
  `unnest((${VALUES})[packed.slots * ${at} + 1 : packed.slots * ${at + 1}])`;

/** The lists of a packed day, by their unpacked names. */
const LISTS: Readonly<Record<string, string>> = {
  n: spread('n'),
  first_at: spread('first_at'),
  last_at: spread('last_at'),
  first: part(0),
  last: part(1),
  low: part(2),
  high: part(3),
  sum: 'unnest(packed.sum)',
  increase: 'unnest(packed.increase)',
  integral: 'unnest(packed.integral)',
  held: 'unnest(packed.held)',
  mark: 'unnest(packed.mark)',
};

const looseOf = (columns: readonly HourColumn[]): string =>
  columns.map((column) => `stored.${column}`).join(', ');
const packedOf = (columns: readonly HourColumn[]): string =>
  columns.map((column) => `${PACKED[column]} as ${column}`).join(', ');

/** Unpacks the hours of days, one row per hour. Only the lists for these columns are unpacked. */
function openDays(columns: readonly HourColumn[], days: string): string {
  const text = columns.map((column) => PACKED[column]).join(' ');
  const lists = Object.entries(LISTS).filter(
    ([name]) => name === 'n' || new RegExp(`opened\\.${name}\\b`).test(text),
  );
  return `(
    select packed.base, packed.scale, packed.hold, packed.roll_over,
      ${midnight('packed.day')} + packed.start * ${MILLISECOND} as since,
      generate_series(0, packed.slots - 1) as at,
      ${lists.map(([name, list]) => `${list} as ${name}`).join(',\n      ')}
      from ${days} as packed) as opened`;
}

const OF_VARIABLE = (table: string): string =>
  `${table}.tenant_id = {tenant} and ${table}.variable_id = {variable}`;
const BOUNDED = `(select sealed.* from hours_day as sealed where ${OF_VARIABLE('sealed')}
      and sealed.day >= ${dayOf('({lower})::timestamptz')} and sealed.day <= ${dayOf('({upper})::timestamptz')}
    offset 0)`;

const packedBetween = (columns: readonly HourColumn[]): string => `
  select ${packedOf(columns)} from ${openDays(columns, BOUNDED)}
   where opened.n is not null and ${BUCKET} >= ({lower})::timestamptz and ${BUCKET} < ({upper})::timestamptz`;

const between = (columns: readonly HourColumn[]): string => `lateral (
  select ${looseOf(columns)} from rollup_hour as stored where ${OF_VARIABLE('stored')}
     and stored.bucket >= ({lower})::timestamptz and stored.bucket < ({upper})::timestamptz
  union all ${packedBetween(columns)})`;

/** Returns the hours that start between `lower` (inclusive) and `upper` (exclusive), as a table that needs an alias. */
export const hoursBetween = (source: Source<string>, ...columns: HourColumn[]): string =>
  fillText(between(columns), source);

/** Like `hoursBetween`, with parameters and SQL fragments. */
export const selectHours = (source: Source<unknown>, ...columns: HourColumn[]): RawBuilder<unknown> =>
  fillSource(between(columns), source);

/** Like `hoursBetween`, but only for packed days. */
export const packedHoursBetween = (source: Source<string>, ...columns: HourColumn[]): string =>
  `lateral (${fillText(packedBetween(columns), source)})`;

type Moment<T> = Pick<Source<T>, 'tenant' | 'variable'> & { before: T };

/** The hours of a day are either rows or packed. A packed day after the last row therefore contains the last hour. */
const lastOf = (columns: readonly HourColumn[]): string => {
  const requested: readonly HourColumn[] = [...new Set<HourColumn>(['bucket', ...columns])];
  const days = `(select sealed.* from hours_day as sealed where ${OF_VARIABLE('sealed')}
      and sealed.day <= ${dayOf('({upper})::timestamptz')}
      and sealed.day > coalesce(${dayOf('row_hour.bucket')}, '-infinity')
     order by sealed.day desc limit 2)`;
  const pick = columns.map(
    (column) =>
      `case when day_hour.bucket is null then row_hour.${column} else day_hour.${column} end as ${column}`,
  );
  return `lateral (
  select ${pick.join(', ')} from (select) as one
    left join lateral (select ${looseOf(requested)} from rollup_hour as stored where ${OF_VARIABLE('stored')}
      and stored.bucket < ({upper})::timestamptz order by stored.bucket desc limit 1) as row_hour on true
    left join lateral (select ${packedOf(requested)} from ${openDays(requested, days)}
      where opened.n is not null and ${BUCKET} < ({upper})::timestamptz order by 1 desc limit 1) as day_hour on true
   where row_hour.bucket is not null or day_hour.bucket is not null)`;
};

const sourceOf = <T>({ before, ...of }: Moment<T>): Source<T> => ({ ...of, lower: before, upper: before });

/** Returns the last hour that starts before a time, as one row or none. */
export const lastHour = (moment: Moment<string>, ...columns: HourColumn[]): string =>
  fillText(lastOf(columns), sourceOf(moment));

export const selectLastHour = (moment: Moment<unknown>, ...columns: HourColumn[]): RawBuilder<unknown> =>
  fillSource(lastOf(columns), sourceOf(moment));

/** Every packed day has at least one hour, and at most one packed day crosses the bound. */
const near = (columns: readonly HourColumn[], isAfter: boolean, most: number): string => {
  const [compare, order] = isAfter ? ['>=', ''] : ['<', 'desc'];
  const days = `(select sealed.* from hours_day as sealed where ${OF_VARIABLE('sealed')}
      and sealed.day ${isAfter ? '>=' : '<='} ${dayOf('({upper})::timestamptz')}
     order by sealed.day ${order} limit ${most + 1})`;
  return `lateral (
  (select ${looseOf(columns)} from rollup_hour as stored where ${OF_VARIABLE('stored')}
      and stored.bucket ${compare} ({upper})::timestamptz order by stored.bucket ${order} limit ${most})
  union all
  (select ${packedOf(columns)} from ${openDays(columns, days)}
    where opened.n is not null and ${BUCKET} ${compare} ({upper})::timestamptz order by ${BUCKET} ${order} limit ${most})
  order by bucket ${order} limit ${most})`;
};

/** Returns this number of hours next to a time, with their buckets: before the time, or from it on. */
export const askHoursNear = (
  moment: Moment<unknown>,
  { isAfter, most }: { isAfter: boolean; most: number },
  ...columns: HourColumn[]
): RawBuilder<unknown> => fillSource(near(['bucket', ...columns], isAfter, most), sourceOf(moment));
