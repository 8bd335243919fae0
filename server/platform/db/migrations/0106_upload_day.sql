-- How much a person sent on a day, whatever became of it: counted before it is read, by all processes together.
create table upload_day (
  tenant_id int not null references tenant (id),
  user_id bigint not null,
  day date not null,
  bytes bigint not null,
  primary key (tenant_id, user_id, day)
);
select enable_tenant_rls('upload_day');
