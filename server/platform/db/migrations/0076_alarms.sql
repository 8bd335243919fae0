-- An alarm that fell into a suppression window: recorded, and handled by the window until it is over.
alter table alarm add column suppression_id int8;
create index alarm_suppressed on alarm (tenant_id) where suppression_id is not null and recover_time is null;

-- Who still has to be told of an open alarm, by which policy: how far it came, and when it goes on. The row goes with
-- the end of its alarm.
create table alarm_reminder (
  tenant_id int4 not null references tenant (id),
  alarm_id int8 not null,
  escalation_id int8 not null,
  raised_at timestamptz not null default now(),
  -- Steps that were taken, and reminders after the last one.
  step int4 not null default 0,
  repeats int4 not null default 0,
  due_at timestamptz not null,
  primary key (tenant_id, alarm_id, escalation_id),
  foreign key (tenant_id, alarm_id) references alarm (tenant_id, id) on delete cascade
);
create index alarm_reminder_due on alarm_reminder (due_at);
select enable_tenant_rls('alarm_reminder');
