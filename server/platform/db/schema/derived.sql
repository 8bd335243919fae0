-- The last number of each sequence of records (x-sequence): of a field, for each period or value that it begins again with.
create table sequence (
  tenant_id int4 not null references tenant (id),
  entity text not null,
  field text not null,
  period text not null,
  n int8 not null,
  primary key (tenant_id, entity, field, period)
);
select enable_tenant_rls('sequence');

-- How roll-ups (x-rollup) were made when all rows were last filled; where the definition says another way by now, they are
-- filled again.
create table rollup_filled (
  entity text primary key,
  meaning text not null
);
