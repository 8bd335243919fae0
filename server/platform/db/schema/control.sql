-- Commands to devices, and changes of converters between the grid and standing alone.

create table control_command (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  station_sn text not null,
  device_sn text not null,
  variable_sn text not null,
  value jsonb not null,
  state text not null check (state in ('requested', 'acknowledged', 'rejected', 'expired')),
  requested_by int8,
  requested_by_name text,
  requested_at timestamptz not null default now(),
  answered_at timestamptz,
  answer text check (char_length(answer) <= 2000),
  -- A device that asks over HTTP gets a command once.
  sent_at timestamptz,
  primary key (tenant_id, id)
);
create index control_command_device on control_command (tenant_id, device_sn, id desc);
-- The newest command of a variable, however many there were for others since.
create index control_command_variable on control_command (tenant_id, variable_sn, id desc);
-- The newest command of a person to a variable, however many strategies sent since.
create index control_command_person on control_command (tenant_id, variable_sn, id desc) where requested_by is not null;
create index control_command_station on control_command (tenant_id, station_sn, id desc);
select enable_tenant_rls('control_command');

-- Changes of a converter between the grid and standing alone: prepared with the checks, then carried out by a command.
create table grid_switch (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  station_sn text not null,
  device_sn text not null,
  target text not null check (target in ('onGrid', 'offGrid')),
  -- `blocked`: an interlock was no longer satisfied when the change was to be carried out.
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
