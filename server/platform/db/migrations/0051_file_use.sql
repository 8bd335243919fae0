-- Which records hold an uploaded file in which field: whoever sees one of them there may read it. A line stays when
-- the file leaves the field, because the history still shows it; it goes with the record.
create table file_use (
  tenant_id int not null references tenant (id),
  file_key text not null,
  entity text not null,
  record_id bigint not null,
  field text not null,
  primary key (tenant_id, file_key, entity, record_id, field),
  foreign key (tenant_id, file_key) references file (tenant_id, key) on delete cascade
);
create index file_use_record on file_use (tenant_id, entity, record_id);
select enable_tenant_rls('file_use');
