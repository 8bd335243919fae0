-- Work that continues after the response to its call: exports, imports, runs of the storage job. Its files are in the
-- data folder. Tenant 0 is the platform: no session sees its jobs, and they have no owner.
create table job (
  id          int8 generated always as identity,
  tenant_id   int4 not null,
  user_id     int8,
  kind        text not null,
  -- The subject by which its module finds the job, such as the number of a station.
  subject     text,
  -- The job that this job continues, such as the import of an undo.
  part_of     int8,
  title       jsonb not null,
  status      text not null check (status in ('running', 'done', 'failed', 'cancelled')),
  done        int8 not null default 0,
  total       int8,
  result      jsonb,
  error       text,
  file_name   text,
  file_type   text,
  -- The session of the API key that started the job. Null: a person started it. A key sees only its own jobs.
  api_key     text,
  -- The permissions with which the job creates its file. A user needs the same permissions to download the file. Null:
  -- no permissions are needed.
  "grant"     jsonb,
  created_at  timestamptz not null default now(),
  -- Updated while the job runs. A running job without recent updates was interrupted.
  heart_at    timestamptz not null default now(),
  finished_at timestamptz,
  -- Hours until a finished job is deleted.
  keep_hours  int4 not null default 24,
  primary key (tenant_id, id),
  foreign key (tenant_id, part_of) references job (tenant_id, id) on delete cascade
);
create index job_kind on job (tenant_id, kind, id desc);
create index job_parts on job (tenant_id, part_of, id desc) where part_of is not null;
create unique index job_part_running on job (tenant_id, part_of) where finished_at is null;
create index job_own on job (tenant_id, user_id, id desc);
create index job_ended on job (finished_at) where finished_at is not null;
select enable_tenant_rls('job');
