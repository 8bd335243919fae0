/**
 * The statements that write a batch of one tenant ($1) at once. Either all its points are newer than the
 * stored values of their variables (they continue), or all its variables are new.
 */
import { ANCHOR, ANCHORED, LONG } from './storeSql.ts';

/** Returns the variables with a long tail. The statement fails if a part was not written. */
const dueOfAll = (isWhole: string): string => `
select coalesce(array_agg(variable_id) filter (where ts >= rolled_to + ${LONG}), '{}') as due
  from written
having 1 / (count(*) = cardinality($2) and (select count(*) from rows) = cardinality($8) and ${isWhole})::int4 = 1`;

/**
 * Writes newest values of variables ($2): the number ($3), the roll-up settings ($4), and the times of the oldest and
 * newest point ($5, $6). Rows of devices are as in `ROWS` ($7 to $14), single points as in `POINTS` ($15 to $18). A row
 * of `latest` is changed only if its variable continues. Rows are locked in the order of the batch. The division makes
 * the whole statement fail if a variable does not continue, or a shape was deleted.
 */
export const GOING = `
with written as (
  insert into latest as l (tenant_id, variable_id, ts, value, received_at, cut, rolled_to, top)
  select t.tenant_id, u.v, u.until, u.number, now(), u.cut, u.since, u.until
    from ${ANCHOR}, unnest($2::int4[], $3::float8[], $4::text[], $5::timestamptz[], $6::timestamptz[])
      as u(v, number, cut, since, until)
   where ${ANCHORED}
  on conflict (tenant_id, variable_id) do update set ts = greatest(l.ts, excluded.ts),
    value = case when excluded.ts >= l.ts then excluded.value else l.value end,
    text = case when excluded.ts >= l.ts then null else l.text end,
    received_at = excluded.received_at, top = excluded.top
   where l.cut = excluded.cut and l.rolled_to <= excluded.rolled_to and l.top < excluded.rolled_to
  returning variable_id, ts, rolled_to),
rows as (
  insert into point_row (tenant_id, shape, ts, value, quality)
  select s.tenant_id, u.shape, u.ts, ($11::float8[])[u.start : u.stop],
      case when u.marked = 1 then ($12::int2[])[u.start : u.stop] end
    from unnest($7::int4[], $8::int8[], $9::timestamptz[], $10::int4[], $13::int4[], $14::int2[])
        as u(v, shape, ts, start, stop, marked)
      join point_shape as s on s.tenant_id = $1 and s.variable_id = u.v and s.shape = u.shape
  returning 1),
singles as (
  insert into points (tenant_id, variable_id, ts, value, quality)
  select t.tenant_id, u.* from ${ANCHOR}, unnest($15::int4[], $16::timestamptz[], $17::float8[], $18::int2[]) as u
   where ${ANCHORED})
${dueOfAll('true')}`;

/**
 * Writes variables without a row of `latest`, with the shapes of their devices ($19 to $21, as in
 * `ADD_SHAPES`). Without such a row, a distributed database cannot find the node of the tenant (see
 * `ANCHOR`). Its coordinator therefore forwards the values to that node.
 */
export const FIRST = `
with written as (
  insert into latest (tenant_id, variable_id, ts, value, received_at, cut, rolled_to, top)
  select $1::int4, u.v, u.until, u.number, now(), u.cut, u.since, u.until
    from unnest($2::int4[], $3::float8[], $4::text[], $5::timestamptz[], $6::timestamptz[])
      as u(v, number, cut, since, until)
  on conflict (tenant_id, variable_id) do nothing
  returning variable_id, ts, rolled_to),
shapes as (
  insert into point_shape (tenant_id, variable_id, shape, place)
  select $1::int4, u.* from unnest($19::int4[], $20::int8[], $21::int4[]) as u(v, shape, place)
  on conflict (tenant_id, variable_id, shape) do nothing
  returning 1),
rows as (
  insert into point_row (tenant_id, shape, ts, value, quality)
  select $1::int4, u.shape, u.ts, ($11::float8[])[u.start : u.stop],
      case when u.marked = 1 then ($12::int2[])[u.start : u.stop] end
    from unnest($7::int4[], $8::int8[], $9::timestamptz[], $10::int4[], $13::int4[], $14::int2[])
        as u(v, shape, ts, start, stop, marked)
  on conflict (tenant_id, shape, ts) do nothing
  returning 1),
singles as (
  insert into points (tenant_id, variable_id, ts, value, quality)
  select $1::int4, u.* from unnest($15::int4[], $16::timestamptz[], $17::float8[], $18::int2[]) as u)
${dueOfAll('(select count(*) from shapes) = cardinality($19)')}`;
