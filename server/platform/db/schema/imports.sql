-- Imports of points from files. They can be taken back: what each of them wrote is kept for a while, with what was there
-- before.

create table import_job (
  id          int8 generated always as identity,
  tenant_id   int4 not null,
  station_sn  text not null,
  file_name   text not null,
  dry_run     boolean not null,
  status      text not null check (status in ('running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  message     text,
  bytes_total int8 not null,
  bytes_read  int8 not null default 0,
  lines       int8 not null default 0,
  points      int8 not null default 0,
  empty       int8 not null default 0,
  rejected    int8 not null default 0,
  -- Of an import that was undone: values that are gone, that are again what they were, and that others wrote since.
  removed     int8 not null default 0,
  restored    int8 not null default 0,
  kept        int8 not null default 0,
  created_by  int8 not null,
  created_at  timestamptz not null default now(),
  -- Written while the job runs; a running job whose heart has stopped was interrupted.
  heart_at    timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
select enable_tenant_rls('import_job');

create table import_rejected (
  tenant_id int4 not null,
  job_id    int8 not null,
  no        int8 not null,
  line      int8 not null,
  column_name text not null,
  reason    text not null,
  raw       text not null,
  primary key (tenant_id, job_id, no),
  foreign key (tenant_id, job_id) references import_job (tenant_id, id) on delete cascade
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
  foreign key (tenant_id, job_id) references import_job (tenant_id, id) on delete cascade
);
select enable_tenant_rls('import_written');
