/**
 * The statements that move the points of a tenant ($1), variable ($2) and day ($3) into its sealed day, in their order and in
 * one transaction: whoever reads at that moment sees each point once.
 */

const MIDNIGHT = `$3::date::timestamp at time zone 'UTC'`;
const LOOSE = `p.tenant_id = $1 and p.variable_id = $2
      and p.ts >= ${MIDNIGHT} and p.ts < ${MIDNIGHT} + interval '24 hours'`;

/** Keeps writers of this variable waiting until the end, so that what is packed is what is removed. */
export const LOCK = 'select from latest where tenant_id = $1 and variable_id = $2 for update';

/** Packs the rows together with what was sealed before. */
export const PACK = `
insert into points_day as d (tenant_id, variable_id, day, n, slots, start, step, base, scale, apart2, apart4,
  value2, value4, value8, quality)
select $1::int4, $2::int4, $3::date, k.*
  from (
    select array_agg(f.at) as times, array_agg(f.value) as numbers, array_agg(f.quality) as marks
      from (
        select round(date_part('epoch', p.ts - (${MIDNIGHT})) * 1000)::int4 as at, p.value, p.quality
          from points as p where ${LOOSE}
        union all
        -- Instead of what was sealed before, a late point of the same time counts.
        select s.slot + coalesce(s.apart, 0), (s.base + s.number) / s.scale, coalesce(s.mark, 0::int2)
          from (
            select d.base, d.scale,
              generate_series(d.start, d.start + (d.slots - 1) * d.step, d.step) as slot,
              unnest(coalesce(d.apart4, d.apart2::int4[])) as apart,
              unnest(coalesce(d.value8, d.value4::float8[], d.value2::float8[])) as number,
              unnest(d.quality) as mark
            from points_day as d where d.tenant_id = $1 and d.variable_id = $2 and d.day = $3::date
          ) as s
         where s.number is not null and not exists (
           select from points as p where p.tenant_id = $1 and p.variable_id = $2
            and p.ts = ${MIDNIGHT} + (s.slot + coalesce(s.apart, 0)) * interval '1 millisecond')
         order by at
      ) as f
  ) as l, pack_points(l.times, l.numbers, l.marks) as k
 where exists (select from points as p where ${LOOSE})
on conflict (tenant_id, variable_id, day) do update set n = excluded.n, slots = excluded.slots,
  start = excluded.start, step = excluded.step, base = excluded.base, scale = excluded.scale,
  apart2 = excluded.apart2, apart4 = excluded.apart4, value2 = excluded.value2, value4 = excluded.value4,
  value8 = excluded.value8, quality = excluded.quality`;

/** Removes the rows. */
export const REMOVE = `delete from points as p where ${LOOSE}`;
