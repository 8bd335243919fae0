-- Uploaded files: the amount per sender, and who may read them.

create table file (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  key text not null,
  name text not null,
  type text not null,
  size int8 not null check (size >= 0),
  sha256 text not null,
  created_by int8,
  created_at timestamptz not null default now(),
  -- The result of the configured scanner. Null if there was no scanner at the upload.
  scan text check (scan in ('waiting', 'passed', 'found')),
  scan_reason text,
  scan_tries int4 not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index file_scan on file (scan_tries, created_at) where scan = 'waiting';
select enable_tenant_rls('file');

-- The records, and their fields, that contain an uploaded file. A user who can see the field in one of the records may
-- read the file. A line remains if the file is removed from the field, because the history still shows it. The line is
-- deleted with the record.
create table file_use (
  tenant_id int4 not null references tenant (id),
  file_key text not null,
  entity text not null,
  record_id int8 not null,
  field text not null,
  primary key (tenant_id, file_key, entity, record_id, field),
  foreign key (tenant_id, file_key) references file (tenant_id, key) on delete cascade
);
create index file_use_record on file_use (tenant_id, entity, record_id);
select enable_tenant_rls('file_use');

-- Large files that are sent in parts. `received` bytes are on the disk. A finished row remains until it expires, so
-- that a repeated request gets the same file.
create table large_upload (
  tenant_id int4 not null references tenant (id),
  id text not null,
  user_id int8 not null,
  entity text not null,
  field text not null,
  name text not null,
  length int8 not null check (length > 0),
  received int8 not null default 0 check (received between 0 and length),
  file_key text not null,
  is_finished bool not null default false,
  writer text,
  writer_until timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create index large_upload_user on large_upload (tenant_id, user_id);
select enable_tenant_rls('large_upload');

-- Bytes that a person sent on a day, over all processes. They are counted before the content is read, so failed uploads
-- count too.
create table upload_day (
  tenant_id int4 not null references tenant (id),
  user_id int8 not null,
  day date not null,
  bytes int8 not null,
  primary key (tenant_id, user_id, day)
);
select enable_tenant_rls('upload_day');
