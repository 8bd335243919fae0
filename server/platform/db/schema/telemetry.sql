-- Telemetry: raw points, the latest value of every variable, roll-ups by hour, day and month. variable_id is
-- device_variable.id, without a foreign key: a point must not be refused because its variable is deleted in the same
-- moment. The deletion removes the points afterwards. Every key of these tables begins with tenant_id, so that they can
-- be distributed by it.

-- Single points: what came alone, what is not the first at its time, and what was imported. A single point counts before a
-- row of its device with the same time, and that before a sealed point.
create table points (
  tenant_id   int4 not null,
  variable_id int4 not null,
  ts          timestamptz not null,
  value       float8 not null,
  quality     int2 not null default 0,
  primary key (tenant_id, variable_id, ts)
) partition by range (ts);
select enable_tenant_rls('points');

-- A device's values with one time, for the variables of a shape, in its order. A value without a number is no point. A
-- null quality means good. Values are stored inline, at most 200.
create table point_row (
  tenant_id int4 not null,
  shape     int8 not null,
  ts        timestamptz not null,
  value     float8[] not null,
  quality   int2[],
  primary key (tenant_id, shape, ts)
) partition by range (ts);
alter table point_row alter value set storage plain, alter quality set storage plain;
select enable_tenant_rls('point_row');
revoke insert, update, delete on point_row from wattdeck_app;

-- The variables that come together, ascending: their places in the rows of a shape, from 1 on. The number of a shape follows
-- from its list.
create table point_shape (
  tenant_id   int4 not null,
  variable_id int4 not null,
  shape       int8 not null,
  place       int4 not null,
  primary key (tenant_id, variable_id, shape)
);
create unique index on point_shape (tenant_id, shape, place);
select enable_tenant_rls('point_shape');
revoke insert, update, delete on point_shape from wattdeck_app;

-- One partition a month (UTC), made by the writer before the first point of that month is stored.
-- ATTACH instead of PARTITION OF: it does not wait for, and does not block, readers and writers.
create function points_partition(month date) returns void language plpgsql as $$
declare
  parent text;
  child  text;
  lower  timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
  upper  timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
begin
  perform pg_advisory_xact_lock(hashtext('points_partition'));
  foreach parent in array array['points', 'point_row'] loop
    child := parent || to_char(month, '_YYYYMM');
    continue when to_regclass(child) is not null;
    execute format('create table %I (like %I including defaults including constraints including indexes including storage)',
      child, parent);
    perform enable_tenant_rls(child::regclass);
    if parent = 'point_row' then
      execute format('revoke insert, update, delete on %I from wattdeck_app', child);
    end if;
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child, lower, upper);
  end loop;
end
$$;
-- The same, for a move of one table.
create function point_row_partition(month date) returns void language sql as 'select points_partition(month)';

create table text_point (
  tenant_id   int4 not null,
  variable_id int4 not null,
  ts          timestamptz not null,
  value       text not null,
  quality     int2 not null default 0,
  primary key (tenant_id, variable_id, ts)
);
select enable_tenant_rls('text_point');

-- The writer locks this row first, so that a change of `cut` (which rebuilds the roll-ups) and a write to the same
-- variable never overlap.
create table latest (
  tenant_id   int4 not null,
  variable_id int4 not null,
  ts          timestamptz not null,
  value       float8,
  text        text,
  received_at timestamptz not null,
  -- How the roll-ups of the variable are cut: the zone, and what else of its settings is in them.
  cut         text not null,
  -- Raw points before this time were deleted on purpose: roll-ups from before outlive them.
  raw_from    timestamptz,
  -- Roll-ups contain the points before this time only. Later ones are the variable's tail. The tail is rolled up in one
  -- go: when it is long, and before it is read.
  rolled_to   timestamptz not null,
  -- No number with a later time was ever written: what comes behind it is the first at its time.
  top         timestamptz not null default 'infinity',
  primary key (tenant_id, variable_id)
) with (fillfactor = 60);
select enable_tenant_rls('latest');

-- A roll-up row sums up its bucket alone. `increase` is the reset-aware growth between the bucket's own
-- points; the step from the bucket before is added when buckets are read in order, so a late point
-- changes its own bucket and no other.
create table rollup_hour (
  tenant_id   int4 not null,
  variable_id int4 not null,
  bucket      timestamptz not null,
  n           int4 not null,
  sum         float8 not null,
  min         float8 not null,
  max         float8 not null,
  first       float8 not null,
  first_ts    timestamptz not null,
  last        float8 not null,
  last_ts     timestamptz not null,
  increase    float8 not null,
  -- Value × seconds and seconds between the bucket's own points, where the average goes by time; `hold` is how many
  -- seconds a value holds at most. Null where the average goes by samples. The steps between buckets are added when
  -- buckets are read in order, as with `increase`.
  integral    float8,
  held        float8,
  hold        float8,
  roll_over   float8,
  -- Changes with the points that a bucket was counted from; null where all points came in the order of time.
  mark        int8,
  primary key (tenant_id, variable_id, bucket)
) with (fillfactor = 80);
select enable_tenant_rls('rollup_hour');

-- Hours of a day (UTC) that is sealed, packed into one row: a fifteenth of the room. A day has its hours here or as rows, never
-- both. Hours follow each other in slots, from `start` milliseconds of the day on; a slot without `n` is no hour. Where a list
-- has a single number, it stands for all slots. `first_at` and `last_at` are milliseconds of the hour. The values are the
-- first ones of all slots, then the last ones where any differs, then the lowest and highest where they are not among
-- these; each is (base + number) / scale, and of their lists only the narrowest is there. No list of `sum`, `increase`,
-- `integral` or `held` stands for what the first and the last point come to.
create table hours_day (
  tenant_id   int4 not null,
  variable_id int4 not null,
  day         date not null,
  slots       int4 not null,
  start       int4 not null,
  n           int4[] not null,
  first_at    int4[] not null,
  last_at     int4[] not null,
  base        float8 not null,
  scale       float8 not null,
  hold        float8,
  roll_over   float8,
  value2      int2[],
  value4      int4[],
  value8      float8[],
  sum         float8[],
  increase    float8[],
  integral    float8[],
  held        float8[],
  mark        int8[],
  primary key (tenant_id, variable_id, day)
);
select enable_tenant_rls('hours_day');
revoke insert, update, delete on hours_day from wattdeck_app;

-- Days and months of the local calendar. A month is the sum of its days: a year of many variables is some thousand rows
-- instead of a hundred thousand.
create table rollup_day (like rollup_hour including all) with (fillfactor = 80);
select enable_tenant_rls('rollup_day');
create table rollup_month (like rollup_hour including all) with (fillfactor = 80);
select enable_tenant_rls('rollup_month');

-- A counter that falls was reset and counts from zero again. One that starts again at `roll_over` and falls by more
-- than half of that went round instead: a smaller fall is a reset all the same. A fall by less than a tenth of the reading
-- is noise, and taken off: no meter is reset so near to its old reading. The step to the begin of another meter counts
-- nothing; see BEGIN in write/counter.ts.
create function counter_step(previous float8, current float8, roll_over float8) returns float8
language sql immutable parallel safe
return case
  when previous is null or current = '-infinity' then 0
  when current >= previous or case when previous > 1e-300 then current > previous * 0.9 else false end
    then current - previous
  when previous <= roll_over and previous - current > roll_over / 2 then roll_over - previous + greatest(current, 0)
  else greatest(current, 0)
end;

-- Seconds for which the value of a moment holds until the next one.
create function hold_step(previous timestamptz, next timestamptz, hold float8) returns float8
language sql immutable parallel safe
return case
  when hold is null then null
  when previous is null then 0
  else least(extract(epoch from next - previous)::float8, hold)
end;

-- The moment since which points can come in without an interruption, and when that was last so: one row, by the clock of
-- the database.
create table listening (
  one boolean primary key default true check (one),
  since timestamptz not null,
  at timestamptz not null
);

-- Spans of counters that fell, until their falls are judged. A span is noted before its points are written.
create table counter_look (
  tenant_id   int4 not null references tenant (id) on delete cascade,
  variable_sn text not null,
  since       timestamptz not null,
  until       timestamptz not null,
  -- Changes with every write of the row: a row that changed since it was read is not removed.
  noted_at    timestamptz not null,
  due_at      timestamptz not null,
  primary key (tenant_id, variable_sn)
);
select enable_tenant_rls('counter_look');

-- Decisions of a person that are not written yet: the points of a span get a quality, or one point is written.
create table counter_correction (
  tenant_id   int4 not null references tenant (id) on delete cascade,
  id          int8 generated always as identity,
  variable_sn text not null,
  lower       timestamptz not null,
  upper       timestamptz not null,
  quality     int2 not null,
  value       float8,
  -- The same in all rows of one decision.
  decided_at  timestamptz not null default now(),
  primary key (tenant_id, id)
);
select enable_tenant_rls('counter_correction');
