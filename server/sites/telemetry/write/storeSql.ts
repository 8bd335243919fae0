/** The statements of the store for one tenant ($1). Rows are passed as arrays, one per column. */
import { lastHour } from '../read/hoursSql.ts';
import { pointsBetween } from '../read/pointsSql.ts';

/** The maximum duration of a tail. It differs per variable, so that not all tails end at the same time. */
export const LONG = `interval '10 minutes' + (variable_id / 64 % 60) * interval '10 seconds'`;

const LATEST_ROWS = `
  select v, ts, case when is_number = 1 then number end as number, text, cut, since, until, at
    from unnest($2::int4[], $3::timestamptz[], $4::float8[], $5::text[], $6::text[], $7::int2[],
      $8::timestamptz[], $9::timestamptz[]) with ordinality as u(v, ts, number, text, cut, is_number, since, until, at)`;

/**
 * The row of the batch's first variable. It is on the same node as the written rows and identifies the tenant for a
 * distributed database. The statement and its commit therefore run on that node only.
 */
export const ANCHOR = 'latest as t';
export const ANCHORED = 't.tenant_id = $1 and t.variable_id = ($2::int4[])[1]';

/** Times of senders' last messages: for a new row, and for an existing row. */
interface LatestColumns {
  at: string;
  kept: string;
}

/**
 * A sent point counts as a message at the current time, whatever its own time. An imported point counts at its own
 * time. Two separate statements are needed, because a conflict clause must not read the clock. A distributed database
 * needs the same result on all nodes.
 */
const LATEST_COLUMNS: Record<'sent' | 'quiet', LatestColumns> = {
  sent: { at: 'now()', kept: 'excluded.received_at' },
  quiet: { at: 'least(u.ts, now())', kept: 'greatest(l.received_at, excluded.received_at)' },
};
export type Way = keyof typeof LATEST_COLUMNS;

const ANCHORED_ROWS = `t.tenant_id, v, u.ts, number, u.text, {at}, u.cut, since, until
  from ${ANCHOR}, (${LATEST_ROWS}) as u where ${ANCHORED}`;
const FIRST_ROWS = `$1::int4, v, u.ts, number, u.text, {at}, u.cut, since, until from (${LATEST_ROWS}) as u where true`;

const insertLatest = ({ at, kept }: LatestColumns, where: string, rows: string): string => `
  insert into latest as l (tenant_id, variable_id, ts, value, text, received_at, cut, rolled_to, top)
  select ${rows.replace('{at}', at)}
  on conflict (tenant_id, variable_id) do update set
    ts = greatest(l.ts, excluded.ts),
    value = case when excluded.ts >= l.ts then excluded.value else l.value end,
    text = case when excluded.ts >= l.ts then excluded.text else l.text end,
    received_at = ${kept},
    top = greatest(l.top, excluded.top)
  ${where}
  returning variable_id, ts, rolled_to, raw_from`;

const GOES_ON = `where l.cut = excluded.cut and l.rolled_to <= excluded.rolled_to and l.top < excluded.rolled_to`;

const DUE = `
select count(*)::int4 as written,
    case when count(*) < cardinality($2::int4[]) then coalesce(array_agg(variable_id), '{}') end as going, coalesce(array_agg(variable_id) filter (where due), '{}') as due,
    coalesce(array_agg(variable_id) filter (where raw_from is not null), '{}') as expired
  from (select *, ts >= rolled_to + ${LONG} as due from written) as w`;

/**
 * Locks the row of each variable. Stores the newest value of variables that only continue: the roll-up settings are
 * unchanged, and all stored numbers are older. Returns the number of these variables, and their ids if some are
 * missing. Also returns variables with a long tail, and variables with deleted raw points. Does nothing if the first
 * variable has no row.
 */
export const latestOf = (way: Way): string => `
with written as (${insertLatest(LATEST_COLUMNS[way], GOES_ON, ANCHORED_ROWS)}) ${DUE}`;

/** Like `latestOf`, even if the first variable has no row. */
export const latestOfFirst = (way: Way): string => `
with written as (${insertLatest(LATEST_COLUMNS[way], GOES_ON, FIRST_ROWS)}) ${DUE}`;

/**
 * Reads locked rows: whether the roll-up settings differ, the end of the written roll-ups, and the newest number's
 * time.
 */
export const LATEST_FOUND = `
select at::int4, l.cut <> u.cut as moved, (extract(epoch from rolled_to) * 1000)::float8 as "rolledTo",
    (extract(epoch from top) * 1000)::float8 as top
  from (${LATEST_ROWS}) as u join latest as l on l.tenant_id = $1 and l.variable_id = v order by at`;

/** Like `latestOf`, for all given variables, provided that all have rows. */
export const latestOfAll = (way: Way): string =>
  `with written as (${insertLatest(LATEST_COLUMNS[way], '', ANCHORED_ROWS)}) ${DUE}`;

const POINTS_BEFORE = pointsBetween({
  tenant: '$1',
  variable: 'bad.v',
  lower: 'bad.rolled_to',
  upper: 'bad.ts',
});

const LAST_HOUR = lastHour({ tenant: '$1', variable: 'bad.v', before: `'infinity'` }, 'last_ts', 'last');

/**
 * If a newer value becomes bad, makes the newest good value the latest again. Reads the tail, or else the
 * roll-ups, so both must be written first.
 */
export const LATEST_BACK = `
with bad as (
  select l.variable_id as v, l.ts, l.rolled_to
    from unnest($2::int4[], $3::timestamptz[]) as u(v, ts)
    join latest as l on l.tenant_id = $1 and l.variable_id = u.v and l.ts = u.ts)
update latest as l set ts = coalesce(good.ts, to_timestamp(0)), value = good.value, text = good.text
  from bad left join lateral (
    (select p.ts, p.value, null as text from ${POINTS_BEFORE} as p
      where quality < 2 order by p.ts desc limit 1)
    union all
    (select last_ts, last, null from ${LAST_HOUR} as h)
    union all
    (select x.ts, null, x.value from text_point as x
      where tenant_id = $1 and variable_id = bad.v and x.ts < bad.ts and quality < 2 order by x.ts desc limit 1)
    order by ts desc limit 1) as good on true
 where l.tenant_id = $1 and l.variable_id = bad.v`;

export const POINTS = `
insert into points as p (tenant_id, variable_id, ts, value, quality)
select t.tenant_id, u.* from ${ANCHOR}, unnest($2::int4[], $3::timestamptz[], $4::float8[], $5::int2[]) as u
 where ${ANCHORED}
on conflict (tenant_id, variable_id, ts) do update set value = excluded.value, quality = excluded.quality
where (p.value, p.quality) is distinct from (excluded.value, excluded.quality)`;

export const TEXTS = `
insert into text_point as p (tenant_id, variable_id, ts, value, quality)
select t.tenant_id, u.* from ${ANCHOR}, unnest($2::int4[], $3::timestamptz[], $4::text[], $5::int2[]) as u
 where ${ANCHORED}
on conflict (tenant_id, variable_id, ts) do update set value = excluded.value, quality = excluded.quality
where (p.value, p.quality) is distinct from (excluded.value, excluded.quality)`;
