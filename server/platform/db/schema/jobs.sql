-- Work that goes on after its call was answered: exports, imports. Its files lie in the data folder.
create table job (
  id          int8 generated always as identity,
  tenant_id   int4 not null references tenant (id),
  user_id     int8 not null,
  kind        text not null,
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
  -- The rights with which a job makes its file: whoever takes it must still hold them. Null: it needs none.
  "grant"     jsonb,
  created_at  timestamptz not null default now(),
  -- Written while the job runs; a running job whose heart has stopped was interrupted.
  heart_at    timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index job_own on job (tenant_id, user_id, id desc);
create index job_ended on job (finished_at) where finished_at is not null;
select enable_tenant_rls('job');
