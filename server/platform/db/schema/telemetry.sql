-- Telemetry: raw points, the latest value of each variable, roll-ups by hour, day and month. variable_id is
-- device_variable.id without a foreign key. A point must not be refused because its variable is deleted at the same
-- moment. The deletion removes the points afterwards. Every key starts with tenant_id, so that the tables can be
-- distributed by tenant.

-- Single points: points sent alone, later points with an existing time, and imported points. At the same time, a single
-- point has priority over a row of the device. A row has priority over a sealed point.
create table points (
  tenant_id   int4 not null,
  variable_id int4 not null,
  ts          timestamptz not null,
  value       float8 not null,
  quality     int2 not null default 0,
  primary key (tenant_id, variable_id, ts)
) partition by range (ts);
select enable_tenant_rls('points');

-- The values of a device at one time, for the variables of a shape, in its order. Null values are not points. A null
-- quality means good. Values are stored inline, at most 200.
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

-- Variables that are sent together, ascending. Their positions in the rows of a shape start at 1. The number of a shape
-- is derived from its list.
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

-- One partition per month (UTC), created by the writer before the first point of the month. ATTACH does not block
-- readers and writers, unlike PARTITION OF.
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
-- The same for the table of rows, as a move needs it for one table at a time.
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

-- The writer locks this row first. A change of `cut`, which rebuilds the roll-ups, therefore never overlaps a write to
-- the variable.
create table latest (
  tenant_id   int4 not null,
  variable_id int4 not null,
  ts          timestamptz not null,
  value       float8,
  text        text,
  received_at timestamptz not null,
  -- The zone and other settings of the variable with which its roll-ups are computed.
  cut         text not null,
  -- Raw points before this time were deleted by retention or by a user. Roll-ups of earlier times remain.
  raw_from    timestamptz,
  -- Roll-ups contain only the points before this time. Later points are the variable's tail. The tail is rolled up in
  -- one step: when it is long, and before it is read.
  rolled_to   timestamptz not null,
  -- No number has a later time. A newer number is therefore the first at its time.
  top         timestamptz not null default 'infinity',
  primary key (tenant_id, variable_id)
) with (fillfactor = 60);
select enable_tenant_rls('latest');

-- A roll-up row contains only the points of its bucket. `increase` is the growth between the points within the bucket,
-- aware of resets. The step from the previous bucket is added when buckets are read in order. A late point therefore
-- changes only its own bucket.
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
  -- For averages weighted by time: the sum of value × seconds, and the seconds, between the points of the bucket.
  -- `hold` is the maximum time in seconds for which a value is valid. Null for averages of samples. The steps between
  -- buckets are added on reading, as with `increase`.
  integral    float8,
  held        float8,
  hold        float8,
  roll_over   float8,
  -- Changes with the points of the bucket. Null if all points arrived in the order of time.
  mark        int8,
  primary key (tenant_id, variable_id, bucket)
) with (fillfactor = 80);
select enable_tenant_rls('rollup_hour');

-- The hours of a sealed day (UTC), packed into one row: a fifteenth of the disk space. The hours of a day are either
-- here or in rows, never both. Slots are consecutive hours, starting at `start` milliseconds of the day. A slot without
-- `n` has no hour. A list with a single number applies to all slots. `first_at` and `last_at` are milliseconds of the
-- hour. The value lists contain the first values of all slots. Last values follow if any differs, then minima and
-- maxima that are not among them. Each value is (base + number) / scale, and only the narrowest of the lists is stored.
-- Without a list of `sum`, `increase`, `integral` or `held`, the figure is computed from the first and the last point.
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

-- Days and months of the local calendar. A month is the sum of its days. A year of many variables has some thousand
-- month rows instead of a hundred thousand.
create table rollup_day (like rollup_hour including all) with (fillfactor = 80);
select enable_tenant_rls('rollup_day');
create table rollup_month (like rollup_hour including all) with (fillfactor = 80);
select enable_tenant_rls('rollup_month');

-- The growth of a counter between two readings. A falling counter was reset and counts from zero again. A counter that
-- restarts at `roll_over` has overflowed if it falls by more than half of `roll_over`. A smaller fall is a reset. A
-- fall by less than a tenth of the reading is noise and is subtracted. No meter is reset so close to its old reading.
-- The step to the start of another meter counts as zero; see BEGIN in write/counter.ts.
create function counter_step(previous float8, current float8, roll_over float8) returns float8
language sql immutable parallel safe
return case
  when previous is null or current = '-infinity' then 0
  when current >= previous or case when previous > 1e-300 then current > previous * 0.9 else false end
    then current - previous
  when previous <= roll_over and previous - current > roll_over / 2 then roll_over - previous + greatest(current, 0)
  else greatest(current, 0)
end;

-- Seconds for which a value is valid until the next value.
create function hold_step(previous timestamptz, next timestamptz, hold float8) returns float8
language sql immutable parallel safe
return case
  when hold is null then null
  when previous is null then 0
  else least(extract(epoch from next - previous)::float8, hold)
end;

-- One row: the time since which the platform has received points without interruption, and the last check. Both use the
-- clock of the database.
create table listening (
  one boolean primary key default true check (one),
  since timestamptz not null,
  at timestamptz not null
);

-- Spans in which counters fell, until the falls are evaluated. A span is stored before its points are written.
create table counter_look (
  tenant_id   int4 not null references tenant (id) on delete cascade,
  variable_sn text not null,
  since       timestamptz not null,
  until       timestamptz not null,
  -- Changes with every write of the row. A row that changed since it was read is not deleted.
  noted_at    timestamptz not null,
  due_at      timestamptz not null,
  primary key (tenant_id, variable_sn)
);
select enable_tenant_rls('counter_look');

-- A person's pending corrections: a quality for the points of a span, or a single point to write.
create table counter_correction (
  tenant_id   int4 not null references tenant (id) on delete cascade,
  id          int8 generated always as identity,
  variable_sn text not null,
  lower       timestamptz not null,
  upper       timestamptz not null,
  quality     int2 not null,
  value       float8,
  -- The same time in all rows of one decision.
  decided_at  timestamptz not null default now(),
  primary key (tenant_id, id)
);
select enable_tenant_rls('counter_correction');
