-- The figures of a kept report, beside its record: lists of reports need not carry them.
create table history_report_table (
  tenant_id int4 not null references tenant (id),
  id int8 not null,
  body jsonb not null,
  primary key (tenant_id, id)
);
select enable_tenant_rls('history_report_table');
