-- The approval chains of records.

-- One approval round of a record through the chain of its entity.
create table approval_request (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  entity text not null,
  record_id int8 not null,
  record_label text not null,
  round int4 not null,
  state text not null default 'pending' check (state in ('pending', 'agreed', 'rejected', 'canceled')),
  initiator_id int8 not null,
  -- The version of the tenant's flow when the request was made, and the order of its steps. Null: the flow of the
  -- definition.
  flow int4,
  plan jsonb not null default '[]',
  submitted_at timestamptz not null default now(),
  ended_at timestamptz,
  version int4 not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, entity, record_id, round)
);
create unique index approval_request_open on approval_request (tenant_id, entity, record_id) where state = 'pending';
create index approval_request_initiator on approval_request (tenant_id, initiator_id, id desc);
select enable_tenant_rls('approval_request');

-- The steps, copied from the flow when the request was made. Only steps of the kind `approve` wait for people. Copies
-- and branches are executed automatically.
create table approval_step (
  tenant_id int4 not null,
  request_id int8 not null,
  no int4 not null,
  name text not null,
  title jsonb not null,
  kind text not null default 'approve' check (kind in ('approve', 'copy', 'branch')),
  people jsonb not null default '{}',
  may jsonb not null default '["delegate", "add", "return"]',
  -- Fields of the record that an approver must fill in.
  asks jsonb not null default '[]',
  mode text not null check (mode in ('all', 'any', 'some', 'sequence')),
  -- The number of required approvals in the mode `some`.
  at_least int4,
  -- True if approvers of an earlier step of the request are not asked again.
  once boolean not null default false,
  state text not null
    check (state in ('waiting', 'active', 'agreed', 'rejected', 'done', 'skipped', 'canceled')),
  hours float8,
  -- True if only working hours count towards the time limit.
  working boolean not null default false,
  late text not null check (late in ('remind', 'pass', 'agree', 'reject')),
  started_at timestamptz,
  due_at timestamptz,
  -- Time of the next reminder. It is computed again after each reminder.
  remind_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, request_id, no),
  constraint approval_step_at_least_check check ((mode = 'some') = (at_least is not null)),
  foreign key (tenant_id, request_id) references approval_request (tenant_id, id) on delete cascade
);
create index approval_step_due on approval_step (due_at) where state = 'active' and due_at is not null;
select enable_tenant_rls('approval_step');

-- The approvers of a step may change after the submission: an administrator replaces them, or one has left.
create table approval_assignee (
  tenant_id int4 not null,
  request_id int8 not null,
  no int4 not null,
  user_id int8 not null,
  decision text check (decision in ('agreed', 'rejected', 'delegated', 'absent')),
  decided_at timestamptz,
  -- The position in a step that asks its approvers one after the other, and whether this approver is asked now.
  place int4 not null default 0,
  asked boolean not null default false,
  -- The person for whom a substitute decides.
  for_user_id int8,
  primary key (tenant_id, request_id, no, user_id),
  foreign key (tenant_id, request_id, no) references approval_step (tenant_id, request_id, no) on delete cascade
);
create index approval_assignee_user on approval_assignee (tenant_id, user_id, request_id desc);
create index approval_assignee_asked on approval_assignee (tenant_id, user_id) where asked;
select enable_tenant_rls('approval_assignee');

create table approval_copy (
  tenant_id int4 not null,
  request_id int8 not null,
  user_id int8 not null,
  primary key (tenant_id, request_id, user_id),
  foreign key (tenant_id, request_id) references approval_request (tenant_id, id) on delete cascade
);
create index approval_copy_user on approval_copy (tenant_id, user_id, request_id desc);
select enable_tenant_rls('approval_copy');

-- The history of a request, in order. Actions without a user were done by the time limit.
create table approval_action (
  tenant_id int4 not null,
  id int8 generated always as identity,
  request_id int8 not null,
  no int4,
  at timestamptz not null default now(),
  user_id int8,
  action text not null,
  to_user_id int8,
  -- The person who was replaced by `to_user_id`.
  from_user_id int8,
  for_user_id int8,
  -- The step that the request returned to.
  to_no int4,
  comment text,
  primary key (tenant_id, id),
  foreign key (tenant_id, request_id) references approval_request (tenant_id, id) on delete cascade
);
create index approval_action_request on approval_action (tenant_id, request_id, id);
select enable_tenant_rls('approval_action');
-- The history cannot be changed.
revoke update, delete on approval_action from wattdeck_app;

-- A tenant's own approval flows. A published version is never changed, and its requests continue with that version.
create table approval_flow (
  tenant_id int4 not null references tenant (id),
  entity text not null,
  version int4 not null,
  steps jsonb not null,
  note text,
  published_by int8,
  published_at timestamptz not null default now(),
  primary key (tenant_id, entity, version)
);
select enable_tenant_rls('approval_flow');
revoke update, delete on approval_flow from wattdeck_app;

-- The flow that is being edited, one per entity.
create table approval_draft (
  tenant_id int4 not null references tenant (id),
  entity text not null,
  steps jsonb not null,
  -- Number of saves. If two people edit the same version, the second save is refused.
  version int4 not null default 1,
  updated_by int8 not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, entity)
);
select enable_tenant_rls('approval_draft');
