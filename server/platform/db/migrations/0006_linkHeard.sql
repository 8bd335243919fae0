-- The moment at which channels and collectors were last heard, and how many points came by them in the running minute and
-- in the one before. Written every few seconds for all of them at once.
create table link_heard (
  tenant_id int4 not null,
  entity text not null,
  record_id int8 not null,
  heard_at timestamptz not null,
  minute timestamptz not null,
  points int8 not null,
  before int8 not null default 0,
  primary key (tenant_id, entity, record_id)
) with (fillfactor = 60);
select enable_tenant_rls('link_heard');
