-- Who works in which department: kept from the users' records, read by permissions that reach over a department.
create table user_department (
  tenant_id int not null references tenant (id),
  user_id bigint not null,
  dept_id bigint not null,
  primary key (tenant_id, user_id, dept_id)
);
create index user_department_dept on user_department (tenant_id, dept_id);
select enable_tenant_rls('user_department');
