-- A tenant's own flows of approval. A version that was published is never changed: requests that began with it keep it.
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

-- The flow that is being drawn, one of each entity.
create table approval_draft (
  tenant_id int4 not null references tenant (id),
  entity text not null,
  steps jsonb not null,
  -- Counts the times it was saved: of two who draw at once the second is told.
  version int4 not null default 1,
  updated_by int8 not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, entity)
);
select enable_tenant_rls('approval_draft');

-- The version of the tenant's flow that a request began with (none: that of the definition), and the order of its steps.
alter table approval_request add column flow int4;
alter table approval_request add column plan jsonb not null default '[]';
update approval_request r set plan = (
  select coalesce(jsonb_agg(s.no order by s.no), '[]') from approval_step s
   where s.tenant_id = r.tenant_id and s.request_id = r.id);

-- A step stands as it did in the flow. Only an approval waits for people; a copy and a branch are passed in their turn.
alter table approval_step add column kind text not null default 'approve' check (kind in ('approve', 'copy', 'branch'));
alter table approval_step add column people jsonb not null default '{}';
alter table approval_step add column may jsonb not null default '["delegate", "add", "return"]';
alter table approval_step drop constraint approval_step_mode_check;
alter table approval_step add constraint approval_step_mode_check check (mode in ('all', 'any', 'sequence'));
alter table approval_step drop constraint approval_step_late_check;
alter table approval_step add constraint approval_step_late_check check (late in ('remind', 'pass', 'agree', 'reject'));
alter table approval_step drop constraint approval_step_state_check;
alter table approval_step add constraint approval_step_state_check
  check (state in ('waiting', 'active', 'agreed', 'rejected', 'done', 'skipped', 'canceled'));

-- The turn in a step that asks one after the other, whether it is theirs now, and for whom they decide.
alter table approval_assignee add column place int4 not null default 0;
alter table approval_assignee add column asked boolean not null default false;
alter table approval_assignee add column for_user_id int8;
update approval_assignee a set asked = true
  from approval_step s
 where s.tenant_id = a.tenant_id and s.request_id = a.request_id and s.no = a.no and s.state = 'active'
   and a.decision is null;
create index approval_assignee_asked on approval_assignee (tenant_id, user_id) where asked;
alter table approval_action add column for_user_id int8;
-- The step that the request returned to.
alter table approval_action add column to_no int4;
