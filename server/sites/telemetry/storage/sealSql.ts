/**
 * The statements that move loose points of a tenant ($1) and day ($3) into sealed days, in their order and in one transaction:
 * a reader at that moment sees each point once.
 */
import { looseBetween, pointsBetween } from '../read/pointsSql.ts';

const MIDNIGHT = `$3::date::timestamp at time zone 'UTC'`;
const NEXT = `(${MIDNIGHT} + interval '24 hours')`;
const inDay = (table: string): string => `${table}.ts >= ${MIDNIGHT} and ${table}.ts < ${NEXT}`;

/** The shapes of a variable ($2) that have rows on this day, and the variables of all of these. */
export const GROUP = `
with held as (
  select s.shape from point_shape as s
   where s.tenant_id = $1 and s.variable_id = $2 and exists (
     select from point_row as r where r.tenant_id = $1 and r.shape = s.shape and ${inDay('r')}))
select coalesce((select array_agg(shape) from held), '{}')::text as shapes,
  array(select o.variable_id from point_shape as o where o.tenant_id = $1 and o.shape in (select shape from held)
        union select $2 order by 1) as variables`;

/** Keeps writers of these variables ($2) waiting until the end, so that what is packed is what is removed. */
export const LOCK =
  'select from latest where tenant_id = $1 and variable_id = any($2::int4[]) order by variable_id for update';

const OF_DAY = { tenant: '$1', variable: 'v.id', lower: `(${MIDNIGHT})`, upper: NEXT };

/** Packs the loose points of variables ($2) together with what was sealed before. */
export const PACK = `
insert into points_day as d (tenant_id, variable_id, day, n, slots, start, step, base, scale, apart2, apart4,
  value2, value4, value8, quality)
select $1::int4, v.id, $3::date, k.*
  from unnest($2::int4[]) as v(id),
    lateral (
      select array_agg(f.at) as times, array_agg(f.value) as numbers, array_agg(f.quality) as marks
        from (
          select round(date_part('epoch', p.ts - (${MIDNIGHT})) * 1000)::int4 as at, p.value, p.quality
            from ${pointsBetween(OF_DAY)} as p
           where exists (select from ${looseBetween(OF_DAY)} as loose) order by p.ts
        ) as f having count(*) > 0
    ) as l,
    pack_points(l.times, l.numbers, l.marks) as k
on conflict (tenant_id, variable_id, day) do update set n = excluded.n, slots = excluded.slots,
  start = excluded.start, step = excluded.step, base = excluded.base, scale = excluded.scale,
  apart2 = excluded.apart2, apart4 = excluded.apart4, value2 = excluded.value2, value4 = excluded.value4,
  value8 = excluded.value8, quality = excluded.quality`;

/** Removes the rows of shapes ($2) whose variables are packed; answers how many values they held. */
export const REMOVE_ROWS = `
with gone as (
  delete from point_row as r where r.tenant_id = $1 and r.shape = any($2::int8[]) and ${inDay('r')} returning r.value)
select coalesce(sum(cardinality(array_remove(value, null))), 0)::int4 as points from gone`;

/** Removes single points of packed variables ($2); one that a row of another shape lies below stays until that is packed. */
export const REMOVE_SINGLES = `
delete from points as p where p.tenant_id = $1 and p.variable_id = any($2::int4[]) and ${inDay('p')}
   and not exists (
     select from point_shape as s join point_row as r on r.tenant_id = $1 and r.shape = s.shape and r.ts = p.ts
      where s.tenant_id = $1 and s.variable_id = p.variable_id and r.value[s.place] is not null)`;

/** The time of the oldest loose point of a variable from a time on and before another one; both may be 'infinity'. */
export const oldestLoose = (variable: string, from: string, before: string): string => `least(
  (select min(p.ts) from points as p
    where p.tenant_id = $1 and p.variable_id = ${variable} and p.ts >= ${from} and p.ts < ${before}),
  (select min(r.ts) from point_shape as s, lateral (
      select min(o.ts) as ts from point_row as o
       where o.tenant_id = $1 and o.shape = s.shape and o.ts >= ${from} and o.ts < ${before}) as r
    where s.tenant_id = $1 and s.variable_id = ${variable}))`;
