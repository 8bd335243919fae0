-- Schedules, reminders and time limits of records.

-- Schedules: the day up to which records were created, and the time of the next run. Plan 0 is the tenant's own
-- schedule.
create table schedule_series (
  tenant_id int4 not null references tenant (id),
  entity text not null,
  plan_id int8 not null,
  -- The record's version and the meaning of its definition at the last run. After a change of either, the schedule is
  -- computed again.
  version int4 not null,
  meaning text not null,
  made_until date,
  due_at timestamptz,
  -- The error of the last attempt, with the version and meaning of that attempt.
  failed text,
  tried text,
  primary key (tenant_id, entity, plan_id)
);
select enable_tenant_rls('schedule_series');

-- The record created for each day of a rule, so that no day is processed twice. If each line of a plan has its own
-- records, the part is the line number. The record is unedited while it has this version.
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

-- Dates of records for which a reminder was sent. Each reminder is sent once.
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

-- The time since which a record is in its state, from the history at this version, and the time limits executed since.
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
