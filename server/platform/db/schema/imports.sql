-- Imports of points from files are jobs; these rows go with theirs. They can be taken back: what each of them wrote is kept
-- for a while, with what was there before.

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

-- A row is a batch of one variable, its arrays go together: either numbers or texts. A quality of -1 before: there was no
-- point. No arrays of before: there was none at all.
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
