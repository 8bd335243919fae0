-- Schedules, reminders and time limits of records.

-- The day until which the series of a record with a schedule is made, and when it is due next. Plan 0 is the tenant's own.
create table schedule_series (
  tenant_id int4 not null references tenant (id),
  entity text not null,
  plan_id int8 not null,
  -- The version of the record and the meaning of its definition that were read; a change of either is read again.
  version int4 not null,
  meaning text not null,
  made_until date,
  due_at timestamptz,
  -- The error of the last attempt, and the version and meaning that it was made with.
  failed text,
  tried text,
  primary key (tenant_id, entity, plan_id)
);
select enable_tenant_rls('schedule_series');

-- The record that was made of each day of a rule, so that no day is made twice. With records for each line of a plan, the
-- part is the number of the line. The record is unchanged while its version is this one.
create table schedule_made (
  tenant_id int4 not null,
  entity text not null,
  plan_id int8 not null,
  rule_day date not null,
  part int8 not null default 0,
  day date not null,
  record_id int8 not null,
  version int4 not null,
  primary key (tenant_id, entity, plan_id, rule_day, part),
  foreign key (tenant_id, entity, plan_id) references schedule_series (tenant_id, entity, plan_id) on delete cascade
);
select enable_tenant_rls('schedule_made');

-- The dates of records for which people were reminded, once each.
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

-- The time since which a record is in its state, as its history has it for this version, and the time limits that took
-- effect since.
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
