-- Imports of recordings and runs of the storage job are jobs as all others are.
alter table job
  -- Tenant 0 stands for the platform, whose jobs no session sees, and which nobody began.
  drop constraint job_tenant_id_fkey,
  alter column user_id drop not null,
  -- What it is about, by which its room finds it again: the number of a station.
  add column subject text,
  -- The job that it takes further: the undo of an import.
  add column part_of int8,
  -- So long it is remembered after its end.
  add column keep_hours int4 not null default 24,
  add constraint job_part_of foreign key (tenant_id, part_of) references job (tenant_id, id) on delete cascade;
create index job_kind on job (tenant_id, kind, id desc);
create index job_parts on job (tenant_id, part_of, id desc) where part_of is not null;
create unique index job_part_running on job (tenant_id, part_of) where finished_at is null;

-- What an import rejected and what it wrote goes with its job.
truncate import_rejected, import_written;
alter table import_rejected
  drop constraint import_rejected_tenant_id_job_id_fkey,
  add foreign key (tenant_id, job_id) references job (tenant_id, id) on delete cascade;
alter table import_written
  drop constraint import_written_tenant_id_job_id_fkey,
  add foreign key (tenant_id, job_id) references job (tenant_id, id) on delete cascade;
drop table import_job;
drop table storage_run;
