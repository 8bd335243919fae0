-- How far the series of a record with a schedule has been made, and when it is looked at next. Plan 0 is the tenant's own.
create table schedule_series (
  tenant_id int4 not null references tenant (id),
  entity text not null,
  plan_id int8 not null,
  -- The record and the meaning of its definition that were read; another one is read anew.
  version int4 not null,
  meaning text not null,
  made_until date,
  due_at timestamptz,
  -- Why it could not be made, and with which version and meaning that was tried.
  failed text,
  tried text,
  primary key (tenant_id, entity, plan_id)
);
select enable_tenant_rls('schedule_series');

-- What was made of each day of a rule: no day is made twice. The record is as it was made while its version is this one.
create table schedule_made (
  tenant_id int4 not null,
  entity text not null,
  plan_id int8 not null,
  rule_day date not null,
  day date not null,
  record_id int8 not null,
  version int4 not null,
  primary key (tenant_id, entity, plan_id, rule_day),
  foreign key (tenant_id, entity, plan_id) references schedule_series (tenant_id, entity, plan_id) on delete cascade
);
select enable_tenant_rls('schedule_made');
