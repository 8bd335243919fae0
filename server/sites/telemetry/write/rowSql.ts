/** The statements that write points of one tenant ($1) as rows of their device. Rows are passed as arrays. */
import { MOST_SHAPES } from './shapeBook.ts';
import { ANCHOR, ANCHORED } from './storeSql.ts';

/** Reads the stored numbers at these positions. Single points are last, because they override rows. */
export const STORED = `
with u as (select v, ts, at from unnest($2::int4[], $3::timestamptz[]) with ordinality as u(v, ts, at))
select at::int4, r.value[s.place] as value, coalesce(r.quality[s.place], 0::int2) as quality, 1 as rank
  from u join point_shape as s on s.tenant_id = $1 and s.variable_id = u.v
    join point_row as r on r.tenant_id = $1 and r.shape = s.shape and r.ts = u.ts
union all
select at::int4, p.value, p.quality, 2
  from u join points as p on p.tenant_id = $1 and p.variable_id = u.v and p.ts = u.ts
 order by rank, value nulls first`;

/**
 * Adds shapes whose variables have not reached the maximum number. Parameters: variables ($2), the shape of each ($3)
 * and its position there ($4).
 */
export const ADD_SHAPES = `
insert into point_shape (tenant_id, variable_id, shape, place)
select t.tenant_id, u.* from ${ANCHOR}, unnest($2::int4[], $3::int8[], $4::int4[]) as u(v, shape, place)
 where ${ANCHORED}
   and not exists (select from point_shape as o where o.tenant_id = $1 and o.shape = u.shape)
   and u.shape not in (
     select n.shape from unnest($2::int4[], $3::int8[]) as n(v, shape)
       join point_shape as o on o.tenant_id = $1 and o.variable_id = n.v
      group by n.shape, n.v having count(*) >= ${MOST_SHAPES})`;

/** Lists the variables of shapes ($2). */
export const SHAPES_THERE = `
select shape::float8 as shape, array_agg(variable_id order by place) as variables
  from point_shape where tenant_id = $1 and shape = any($2::int8[]) group by shape`;

/**
 * Inserts rows of existing shapes ($3) with their times ($4). The values ($6) of a row start at a position ($5). A mark
 * ($8) means that a row has qualities ($7). $2 is the first variable of each row.
 */
export const ROWS = `
insert into point_row (tenant_id, shape, ts, value, quality)
select t.tenant_id, u.shape, u.ts, ($6::float8[])[u.start : u.stop],
    case when u.marked = 1 then ($7::int2[])[u.start : u.stop] end
  from ${ANCHOR}, unnest($2::int4[], $3::int8[], $4::timestamptz[], $5::int4[], $8::int4[], $9::int2[])
      as u(v, shape, ts, start, stop, marked),
    point_shape as s
 where ${ANCHORED} and s.tenant_id = $1 and s.variable_id = u.v and s.shape = u.shape`;
