-- The drawings of automations. The automations themselves and their runs are entities.

create table automation_drawing (
  tenant_id int4 not null references tenant (id),
  automation_id int8 not null,
  -- The trigger, the condition and the effects as drawn.
  drawing jsonb not null,
  -- The hash of the address with which another system starts the automation.
  token_hash text unique,
  primary key (tenant_id, automation_id)
);
select enable_tenant_rls('automation_drawing');
