-- Commands to devices.

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
create index control_command_station on control_command (tenant_id, station_sn, id desc);
select enable_tenant_rls('control_command');
