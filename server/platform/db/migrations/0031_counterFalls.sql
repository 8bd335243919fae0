-- The step to the begin of another meter counts nothing; see BEGIN in write/counter.ts.
create or replace function counter_step(previous float8, current float8, roll_over float8) returns float8
language sql immutable parallel safe
return case
  when previous is null or current = '-infinity' then 0
  when current >= previous or case when previous > 1e-300 then current > previous * 0.9 else false end
    then current - previous
  when previous <= roll_over and previous - current > roll_over / 2 then roll_over - previous + greatest(current, 0)
  else greatest(current, 0)
end;

-- Spans of counters that fell, until their falls are judged. A span is noted before its points are written.
create table counter_look (
  tenant_id   int4 not null references tenant (id) on delete cascade,
  variable_sn text not null,
  since       timestamptz not null,
  until       timestamptz not null,
  -- A change of the row has another one: what was read is removed only as it was read.
  noted_at    timestamptz not null,
  due_at      timestamptz not null,
  primary key (tenant_id, variable_sn)
);
select enable_tenant_rls('counter_look');

-- What a person decided, until it is written: the points of a span get a quality, or one point is written.
create table counter_correction (
  tenant_id   int4 not null references tenant (id) on delete cascade,
  id          int8 generated always as identity,
  variable_sn text not null,
  lower       timestamptz not null,
  upper       timestamptz not null,
  quality     int2 not null,
  value       float8,
  -- The rows of one decision have the same.
  decided_at  timestamptz not null default now(),
  primary key (tenant_id, id)
);
select enable_tenant_rls('counter_correction');
