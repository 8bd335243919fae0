-- Work that continues after its call was answered: exports, imports, runs of the storage job. Its files are in the data
-- folder. Tenant 0 is the platform: no session sees its jobs, and they have no owner.
create table job (
  id          int8 generated always as identity,
  tenant_id   int4 not null,
  user_id     int8,
  kind        text not null,
  -- What it is about, by which its room finds it again: the number of a station.
  subject     text,
  -- The job that it takes further: the undo of an import.
  part_of     int8,
  title       jsonb not null,
  status      text not null check (status in ('running', 'done', 'failed', 'cancelled')),
  done        int8 not null default 0,
  total       int8,
  result      jsonb,
  error       text,
  file_name   text,
  file_type   text,
  -- The API key that began a job, as the session that it was; null: a person did. A key sees its own jobs alone.
  api_key     text,
  -- The rights with which a job makes its file. A user who downloads it must still hold them. Null: it needs none.
  "grant"     jsonb,
  created_at  timestamptz not null default now(),
  -- Written while the job runs; a running job whose heart has stopped was interrupted.
  heart_at    timestamptz not null default now(),
  finished_at timestamptz,
  -- Time that it is remembered after its end.
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
