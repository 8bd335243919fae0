-- Since which time of the data a rule that remembers is judged as this version of it says: what was over before is told
-- after no start.
create table alarm_course (
  tenant_id int4 not null references tenant (id),
  generater_id int8 not null,
  version int4 not null,
  since timestamptz not null,
  primary key (tenant_id, generater_id)
);
select enable_tenant_rls('alarm_course');
