-- What devices say of themselves, what they are told, and what is only noted of them: attributes, as ThingsBoard has them.
create table device_attribute (
  tenant_id  int4 not null references tenant (id),
  device_id  int8 not null,
  scope      text not null check (scope in ('client', 'shared', 'server')),
  key        text not null,
  value      jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, device_id, scope, key)
);
select enable_tenant_rls('device_attribute');

-- A device that asks over HTTP gets a command once.
alter table control_command add column sent_at timestamptz;
