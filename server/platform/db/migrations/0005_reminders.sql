-- Of which date of a record people were told: once for each.
create table reminder_told (
  tenant_id int4 not null references tenant (id),
  entity text not null,
  record_id int8 not null,
  reminder text not null,
  value text not null,
  at timestamptz not null,
  primary key (tenant_id, entity, record_id, reminder, value)
);
create index reminder_told_at on reminder_told (tenant_id, at);
select enable_tenant_rls('reminder_told');

-- Since when a record is in its state, as its history says of this version, and the limits that had their effect since.
create table state_stay (
  tenant_id int4 not null references tenant (id),
  entity text not null,
  record_id int8 not null,
  version int4 not null,
  state text not null,
  since timestamptz not null,
  done text[] not null default '{}',
  failed text[] not null default '{}',
  primary key (tenant_id, entity, record_id)
);
create index state_stay_since on state_stay (tenant_id, entity, state, since);
select enable_tenant_rls('state_stay');
