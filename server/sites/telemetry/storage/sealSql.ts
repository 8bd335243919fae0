/**
 * The statements that move loose (unsealed) points of a tenant ($1) and day ($3) into sealed days, in one transaction.
 * Their order ensures that a concurrent reader sees each point once.
 */
import { looseBetween, pointsBetween } from '../read/pointsSql.ts';

const MIDNIGHT = `$3::date::timestamp at time zone 'UTC'`;
const NEXT = `(${MIDNIGHT} + interval '24 hours')`;
const inDay = (table: string): string => `${table}.ts >= ${MIDNIGHT} and ${table}.ts < ${NEXT}`;

/** The shapes of a variable ($2) with rows on this day, and the variables of all these shapes. */
export const GROUP = `
with held as (
  select s.shape from point_shape as s
   where s.tenant_id = $1 and s.variable_id = $2 and exists (
     select from point_row as r where r.tenant_id = $1 and r.shape = s.shape and ${inDay('r')}))
select coalesce((select array_agg(shape) from held), '{}')::text as shapes,
  array(select o.variable_id from point_shape as o where o.tenant_id = $1 and o.shape in (select shape from held)
        union select $2 order by 1) as variables`;

/** Blocks writers of these variables ($2) until the commit, so that exactly the packed points are deleted. */
export const LOCK =
  'select from latest where tenant_id = $1 and variable_id = any($2::int4[]) order by variable_id for update';

const OF_DAY = { tenant: '$1', variable: 'v.id', lower: `(${MIDNIGHT})`, upper: NEXT };

/** The packed loose and sealed points of variables ($2): a variable `v.id` and its day `k`. */
const PACKED = `
  unnest($2::int4[]) as v(id),
    lateral (
      select array_agg(f.at) as times, array_agg(f.value) as numbers, array_agg(f.quality) as marks
        from (
          select round(date_part('epoch', p.ts - (${MIDNIGHT})) * 1000)::int4 as at, p.value, p.quality
            from ${pointsBetween(OF_DAY)} as p
           where exists (select from ${looseBetween(OF_DAY)} as loose) order by p.ts
        ) as f having count(*) > 0
    ) as l,
    pack_points(l.times, l.numbers, l.marks) as k`;

const insertDays = (rows: string): string => `
insert into points_day as d (tenant_id, variable_id, day, n, slots, start, step, base, scale, apart2, apart4,
  value2, value4, value8, quality)
${rows}
on conflict (tenant_id, variable_id, day) do update set n = excluded.n, slots = excluded.slots,
  start = excluded.start, step = excluded.step, base = excluded.base, scale = excluded.scale,
  apart2 = excluded.apart2, apart4 = excluded.apart4, value2 = excluded.value2, value4 = excluded.value4,
  value8 = excluded.value8, quality = excluded.quality`;

/** Packs the loose points of variables ($2) together with their sealed points. */
export const PACK = insertDays(`select $1::int4, v.id, $3::date, k.* from ${PACKED}`);

/** Reads the rows that `PACK` would write. Arrays are texts, because the server does not parse them. */
export const READ_PACKED = `
select v.id, k.n, k.slots, k.start, k.step, k.base, k.scale, k.apart2::text as apart2, k.apart4::text as apart4,
    k.value2::text as value2, k.value4::text as value4, k.value8::text as value8, k.quality::text as quality
  from ${PACKED}`;

/** Writes the rows of `READ_PACKED`, with an array per column. */
export const WRITE_PACKED = insertDays(`
select $1::int4, u.id, $3::date, u.n, u.slots, u.start, u.step, u.base, u.scale, u.apart2::int2[], u.apart4::int4[],
    u.value2::int2[], u.value4::int4[], u.value8::float8[], u.quality::int2[]
  from unnest($2::int4[], $4::int4[], $5::int4[], $6::int4[], $7::int4[], $8::float8[], $9::float8[],
      $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[])
    as u(id, n, slots, start, step, base, scale, apart2, apart4, value2, value4, value8, quality)`);

const hashOf = (record: string): string => `coalesce(sum(hash_record_extended(row(${record}), 0)), 0)::text`;

/**
 * Reads a hash of all inputs of the packed days of variables ($2), and the approximate number of values. The sum of the
 * rows' hashes is independent of their order.
 */
export const STATE = `
with held as (
  select r.shape, r.ts, r.value, r.quality from point_row as r
   where r.tenant_id = $1 and ${inDay('r')} and r.shape in (
     select s.shape from point_shape as s where s.tenant_id = $1 and s.variable_id = any($2::int4[])))
select concat_ws(' ',
    (select ${hashOf('shape, ts, value, quality')} from held),
    (select ${hashOf('p.variable_id, p.ts, p.value, p.quality')} from points as p
      where p.tenant_id = $1 and p.variable_id = any($2::int4[]) and ${inDay('p')}),
    (select ${hashOf('s.variable_id, s.shape, s.place')} from point_shape as s
      where s.tenant_id = $1 and s.variable_id = any($2::int4[])),
    (select ${hashOf('d.variable_id, d.n, d.start, d.step, d.base, d.scale, d.apart2, d.apart4, d.value2, d.value4, d.value8, d.quality')}
       from points_day as d where d.tenant_id = $1 and d.variable_id = any($2::int4[]) and d.day = $3::date)) as state,
  (select coalesce(sum(cardinality(value)), 0)::int4 from held) as numbers`;

/** Deletes the rows of shapes ($2) whose variables are packed. Returns the number of values. */
export const REMOVE_ROWS = `
with gone as (
  delete from point_row as r where r.tenant_id = $1 and r.shape = any($2::int8[]) and ${inDay('r')} returning r.value)
select coalesce(sum(cardinality(array_remove(value, null))), 0)::int4 as points from gone`;

/**
 * Deletes single points of packed variables ($2). A point that overrides a row of another shape remains until that row
 * is packed.
 */
export const REMOVE_SINGLES = `
delete from points as p where p.tenant_id = $1 and p.variable_id = any($2::int4[]) and ${inDay('p')}
   and not exists (
     select from point_shape as s join point_row as r on r.tenant_id = $1 and r.shape = s.shape and r.ts = p.ts
      where s.tenant_id = $1 and s.variable_id = p.variable_id and r.value[s.place] is not null)`;

/**
 * Returns the time of the oldest loose point of a variable between two times (end exclusive). Both may be 'infinity'.
 */
export const oldestLoose = (variable: string, from: string, before: string): string => `least(
  (select min(p.ts) from points as p
    where p.tenant_id = $1 and p.variable_id = ${variable} and p.ts >= ${from} and p.ts < ${before}),
  (select min(r.ts) from point_shape as s, lateral (
      select min(o.ts) as ts from point_row as o
       where o.tenant_id = $1 and o.shape = s.shape and o.ts >= ${from} and o.ts < ${before}) as r
    where s.tenant_id = $1 and s.variable_id = ${variable}))`;
