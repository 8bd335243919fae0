-- Changes of a converter between the grid and standing alone: prepared with what was checked, then carried out by a command.
create table grid_switch (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  station_sn text not null,
  device_sn text not null,
  target text not null check (target in ('onGrid', 'offGrid')),
  -- `blocked`: an interlock no longer held when it was to be carried out.
  state text not null check (state in ('prepared', 'blocked', 'sent')),
  checks jsonb not null,
  prepared_by int8,
  prepared_by_name text,
  prepared_at timestamptz not null default now(),
  executed_at timestamptz,
  command_id int8,
  primary key (tenant_id, id)
);
create index grid_switch_station on grid_switch (tenant_id, station_sn, id desc);
select enable_tenant_rls('grid_switch');
