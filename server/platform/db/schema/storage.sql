-- Packed points of past days, runs of the storage job, and the amount of stored data.

-- Raw numbers of past days: one row per variable and day (UTC) with arrays, a tenth of the size of single rows. Each
-- point has a slot. Its time is start + slot * step + offset (apart), in milliseconds of the day. Its value is (base +
-- number) / scale. Without a lossless scale, the value is the number itself. A slot without a number is not a point. Of
-- arrays for the same quantity, only the narrowest lossless one is stored. A missing array means zeros.
create table points_day (
  tenant_id   int4 not null,
  variable_id int4 not null,
  day         date not null,
  n           int4 not null,
  slots       int4 not null,
  start       int4 not null,
  step        int4 not null,
  base        float8 not null,
  scale       float8 not null,
  apart2      int2[],
  apart4      int4[],
  value2      int2[],
  value4      int4[],
  value8      float8[],
  quality     int2[],
  primary key (tenant_id, variable_id, day)
) partition by range (day);
select enable_tenant_rls('points_day');
revoke insert, update, delete on points_day from wattdeck_app;

-- One partition per month, created before the first day of the month is sealed.
create function points_day_partition(month date) returns void language plpgsql as $$
declare
  child text := 'points_day_' || to_char(month, 'YYYYMM');
  lower date := date_trunc('month', month::timestamp);
begin
  perform pg_advisory_xact_lock(hashtext('points_partition'));
  if to_regclass(child) is not null then
    return;
  end if;
  execute format('create table %I (like points_day including defaults including constraints including indexes)', child);
  perform enable_tenant_rls(child::regclass);
  execute format('revoke insert, update, delete on %I from wattdeck_app', child);
  execute format('alter table points_day attach partition %I for values from (%L) to (%L)', child, lower,
    (lower + interval '1 month')::date);
end
$$;

-- The packed points of a day: times in milliseconds of the day, ascending. The function reads no table. The whole
-- statement that seals a day can therefore run on the node of its points.
create type packed_points as (
  n       int4,
  slots   int4,
  start   int4,
  step    int4,
  base    float8,
  scale   float8,
  apart2  int2[],
  apart4  int4[],
  value2  int2[],
  value4  int4[],
  value8  float8[],
  quality int2[]
);
create function pack_points(times int4[], numbers float8[], marks int2[]) returns packed_points
language plpgsql immutable as $$
declare
  total   int4 := cardinality(times);
  first   int4 := times[1];
  quality int2[] := case when 0 = all (marks) then null else marks end;
  step    int4;
  slots   int4;
  apart   int4;
  ordered boolean;
  scale   float8;
  base    float8 := 0;
  low     float8;
  high    float8;
  far     float8;
  width   int4;
begin

  -- The distance of slots is the median step. If points would share a slot, or most slots were empty, the points are
  -- numbered consecutively instead.
  select coalesce(percentile_disc(0.5) within group (order by d), 1) into step
    from (select t - lag(t) over () as d from unnest(times) as t) as s where d > 0;
  select max(slot) + 1, max(abs(rest)), bool_and(slot > previous) into slots, apart, ordered
    from (
      select slot, t - first - slot * step as rest, lag(slot, 1, -1) over () as previous
        from (select t, round((t - first)::float8 / step)::int4 as slot from unnest(times) as t) as a
    ) as s;
  if not ordered or slots > 4 * total then
    step := 1;
    slots := total;
    apart := times[total] - first;
  elsif slots > total then
    select array_agg(u.t order by slot), array_agg(u.v order by slot),
      case when quality is not null then array_agg(u.q order by slot) end
      into times, numbers, quality
      from generate_series(0, slots - 1) as slot
      left join unnest(times, numbers, quality) as u(t, v, q) on round((u.t - first)::float8 / step)::int4 = slot;
  end if;

  -- Readings with few decimals are stored as integers of their last digit, which are mostly close together.
  select min(v), max(v), max(abs(v)) into low, high, far from unnest(numbers) as v;
  if far < 1e12 then
    select case when bool_and(v = round(v)) then 1 when bool_and(v = round(v * 10) / 10) then 10
        when bool_and(v = round(v * 100) / 100) then 100 when bool_and(v = round(v * 1000) / 1000) then 1000 end
      into scale from unnest(numbers) as v;
  end if;
  if scale is null then
    width := 8;
    scale := 1;
  elsif (high - low) * scale <= 65000 then
    width := 2;
    base := round((low + high) / 2 * scale);
  elsif far * scale < 2e9 then
    width := 4;
  else
    width := 8;
    scale := 1;
  end if;

  return row(total, slots, first, step, base, scale,
    case when apart between 1 and 32767 then
      array(select (t - first - (i - 1) * step)::int2 from unnest(times) with ordinality as u(t, i)) end,
    case when apart > 32767 then
      array(select (t - first - (i - 1) * step)::int4 from unnest(times) with ordinality as u(t, i)) end,
    case when width = 2 then array(select (round(v * scale) - base)::int2 from unnest(numbers) as v) end,
    case when width = 4 then array(select round(v * scale)::int4 from unnest(numbers) as v) end,
    case when width = 8 then numbers end, quality)::packed_points;
end
$$;

-- Drops an empty partition without waiting for locks. Returns false if it has rows by now, or the table is in use.
create function partition_drop(parent regclass, child regclass) returns boolean language plpgsql as $$
declare
  used boolean;
begin
  execute format('lock table %s in access exclusive mode nowait', parent);
  execute format('select exists (select 1 from %s)', child) into used;
  if used then
    return false;
  end if;
  execute format('drop table %s', child);
  return true;
exception when lock_not_available then
  return false;
end
$$;

-- Returns the size of a table with its indexes in bytes, on all nodes of a cluster.
create function table_bytes(target regclass) returns int8 language plpgsql as $$
begin
  -- Two separate statements, because the second does not parse without Citus.
  if to_regclass('pg_dist_partition') is not null then
    if exists (select from pg_dist_partition where logicalrelid = target) then
      return citus_total_relation_size(target);
    end if;
  end if;
  return pg_total_relation_size(target);
end
$$;

-- Returns the size of the database in bytes on all available nodes.
create function database_bytes() returns int8 language plpgsql as $$
begin
  if to_regclass('pg_dist_node') is null then
    return pg_database_size(current_database());
  end if;
  return pg_database_size(current_database()) + (
    select coalesce(sum(result::int8) filter (where success), 0)
      from run_command_on_workers('select pg_database_size(current_database())'));
end
$$;

-- The stored data of a tenant at the last run of the job. `bytes` is the tenant's share of the disk space of the
-- tables.
create table storage_share (
  tenant_id int4 not null,
  kind      text not null check (kind in ('raw', 'sealed', 'text', 'rollup', 'audit', 'file')),
  month     date not null,
  retention text not null,
  n         int8 not null,
  points    int8 not null,
  bytes     int8 not null,
  primary key (tenant_id, kind, month, retention)
);
select enable_tenant_rls('storage_share');
revoke insert, update, delete on storage_share from wattdeck_app;

-- The sizes at the end of each day with a run of the job, to compute the growth.
create table storage_size (
  tenant_id int4 not null,
  day       date not null,
  bytes     int8 not null,
  points    int8 not null,
  counted_at timestamptz not null default now(),
  primary key (tenant_id, day)
);
select enable_tenant_rls('storage_size');
revoke insert, update, delete on storage_size from wattdeck_app;
