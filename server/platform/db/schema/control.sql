-- Commands to devices, and switches of converters between on-grid and off-grid operation.

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
  -- Time at which the command was sent. A device that polls over HTTP receives each command once.
  sent_at timestamptz,
  primary key (tenant_id, id)
);
create index control_command_device on control_command (tenant_id, device_sn, id desc);
-- Finds the newest command of a variable, however many newer commands other variables have.
create index control_command_variable on control_command (tenant_id, variable_sn, id desc);
-- Finds the newest command of a person to a variable, however many newer commands strategies have sent.
create index control_command_person on control_command (tenant_id, variable_sn, id desc) where requested_by is not null;
create index control_command_station on control_command (tenant_id, station_sn, id desc);
select enable_tenant_rls('control_command');

-- Switches of a converter between on-grid and off-grid operation: first prepared with checks, then executed by a
-- command.
create table grid_switch (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  station_sn text not null,
  device_sn text not null,
  target text not null check (target in ('onGrid', 'offGrid')),
  -- `blocked`: an interlock was no longer satisfied at execution.
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
