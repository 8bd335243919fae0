-- Imports of points from files are jobs, and these rows are deleted with their job. An import can be undone for a
-- while: the written points are stored together with the previous points.

create table import_rejected (
  tenant_id int4 not null,
  job_id    int8 not null,
  no        int8 not null,
  line      int8 not null,
  column_name text not null,
  reason    text not null,
  raw       text not null,
  primary key (tenant_id, job_id, no),
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete cascade
);
select enable_tenant_rls('import_rejected');

-- A row is a batch of one variable, and its arrays correspond by position. It has either numbers or texts. A previous
-- quality of -1: there was no point at that time. Null arrays of previous values: there were no points at all.
create table import_written (
  tenant_id      int4 not null,
  job_id         int8 not null,
  id             int8 generated always as identity,
  variable_id    int4 not null,
  times          timestamptz[] not null,
  numbers        float8[],
  texts          text[],
  before_numbers float8[],
  before_texts   text[],
  before_quality int2[],
  primary key (tenant_id, job_id, id),
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete cascade
);
select enable_tenant_rls('import_written');
