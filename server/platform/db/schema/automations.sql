-- The drawings of automations. Their records and runs are entities.

create table automation_drawing (
  tenant_id int4 not null references tenant (id),
  automation_id int8 not null,
  -- The trigger, the condition and the effects as they are drawn.
  drawing jsonb not null,
  -- The address by which another system calls it. Only the hash is stored.
  token_hash text unique,
  primary key (tenant_id, automation_id)
);
select enable_tenant_rls('automation_drawing');
