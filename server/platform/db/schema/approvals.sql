-- The chains of approval that records pass.

-- One round of one record through the chain of its entity.
create table approval_request (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  entity text not null,
  record_id int8 not null,
  record_label text not null,
  round int4 not null,
  state text not null default 'pending' check (state in ('pending', 'agreed', 'rejected', 'canceled')),
  initiator_id int8 not null,
  submitted_at timestamptz not null default now(),
  ended_at timestamptz,
  version int4 not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, entity, record_id, round)
);
create unique index approval_request_open on approval_request (tenant_id, entity, record_id) where state = 'pending';
create index approval_request_initiator on approval_request (tenant_id, initiator_id, id desc);
select enable_tenant_rls('approval_request');

-- The steps as they stood in the definition when the request was made.
create table approval_step (
  tenant_id int4 not null,
  request_id int8 not null,
  no int4 not null,
  name text not null,
  title jsonb not null,
  mode text not null check (mode in ('all', 'any')),
  state text not null check (state in ('waiting', 'active', 'agreed', 'rejected', 'skipped', 'canceled')),
  hours float8,
  late text not null check (late in ('remind', 'agree', 'reject')),
  started_at timestamptz,
  due_at timestamptz,
  reminded_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, request_id, no),
  foreign key (tenant_id, request_id) references approval_request (tenant_id, id) on delete cascade
);
create index approval_step_due on approval_step (due_at) where state = 'active' and due_at is not null;
select enable_tenant_rls('approval_step');

-- The people of a step may change after the submission: an administrator names others, or one has left.
create table approval_assignee (
  tenant_id int4 not null,
  request_id int8 not null,
  no int4 not null,
  user_id int8 not null,
  decision text check (decision in ('agreed', 'rejected', 'delegated', 'absent')),
  decided_at timestamptz,
  primary key (tenant_id, request_id, no, user_id),
  foreign key (tenant_id, request_id, no) references approval_step (tenant_id, request_id, no) on delete cascade
);
create index approval_assignee_user on approval_assignee (tenant_id, user_id, request_id desc);
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

-- Everything that was done, in order; without a user it was the time limit.
create table approval_action (
  tenant_id int4 not null,
  id int8 generated always as identity,
  request_id int8 not null,
  no int4,
  at timestamptz not null default now(),
  user_id int8,
  action text not null,
  to_user_id int8,
  -- The one whose place `to_user_id` takes.
  from_user_id int8,
  comment text,
  primary key (tenant_id, id),
  foreign key (tenant_id, request_id) references approval_request (tenant_id, id) on delete cascade
);
create index approval_action_request on approval_action (tenant_id, request_id, id);
select enable_tenant_rls('approval_action');
-- The past stays as it was.
revoke update, delete on approval_action from wattdeck_app;
