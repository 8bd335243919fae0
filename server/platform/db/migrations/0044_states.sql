-- What people are told, and the chains of approval that records pass.

create table notice (
  tenant_id int not null references tenant (id),
  id bigint generated always as identity,
  user_id bigint not null references user_account (id) on delete cascade,
  kind text not null,
  text jsonb not null,
  -- An address within the platform.
  link text check (link is null or link ~ '^/[^/\\]'),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index notice_of_user on notice (tenant_id, user_id, id desc);
create index notice_unread on notice (tenant_id, user_id) where not is_read;
select enable_tenant_rls('notice');

-- One round of one record through the chain of its entity.
create table approval_request (
  tenant_id int not null references tenant (id),
  id bigint generated always as identity,
  entity text not null,
  record_id bigint not null,
  record_label text not null,
  round int not null,
  state text not null default 'pending' check (state in ('pending', 'agreed', 'rejected', 'canceled')),
  initiator_id bigint not null,
  submitted_at timestamptz not null default now(),
  ended_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, entity, record_id, round)
);
create unique index approval_request_open on approval_request (tenant_id, entity, record_id) where state = 'pending';
create index approval_request_initiator on approval_request (tenant_id, initiator_id, id desc);
select enable_tenant_rls('approval_request');

-- The steps as they stood in the definition when the request was made.
create table approval_step (
  tenant_id int not null,
  request_id bigint not null,
  no int not null,
  name text not null,
  title jsonb not null,
  mode text not null check (mode in ('all', 'any')),
  state text not null check (state in ('waiting', 'active', 'agreed', 'rejected', 'skipped', 'canceled')),
  hours double precision,
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

create table approval_assignee (
  tenant_id int not null,
  request_id bigint not null,
  no int not null,
  user_id bigint not null,
  decision text check (decision in ('agreed', 'rejected', 'delegated')),
  decided_at timestamptz,
  primary key (tenant_id, request_id, no, user_id),
  foreign key (tenant_id, request_id, no) references approval_step (tenant_id, request_id, no) on delete cascade
);
create index approval_assignee_user on approval_assignee (tenant_id, user_id, request_id desc);
select enable_tenant_rls('approval_assignee');

create table approval_copy (
  tenant_id int not null,
  request_id bigint not null,
  user_id bigint not null,
  primary key (tenant_id, request_id, user_id),
  foreign key (tenant_id, request_id) references approval_request (tenant_id, id) on delete cascade
);
create index approval_copy_user on approval_copy (tenant_id, user_id, request_id desc);
select enable_tenant_rls('approval_copy');

-- What was done, in order; without a user it was the time limit.
create table approval_action (
  tenant_id int not null,
  id bigint generated always as identity,
  request_id bigint not null,
  no int,
  at timestamptz not null default now(),
  user_id bigint,
  action text not null,
  to_user_id bigint,
  comment text,
  primary key (tenant_id, id),
  foreign key (tenant_id, request_id) references approval_request (tenant_id, id) on delete cascade
);
create index approval_action_request on approval_action (tenant_id, request_id, id);
select enable_tenant_rls('approval_action');
-- What was done stays done.
revoke update, delete on approval_action from wattdeck_app;
