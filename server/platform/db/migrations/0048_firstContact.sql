-- Since when a simulated station runs live; null while its past is still written, and its silence says nothing.
alter table simulator_state add column live_at timestamptz;

-- What people did is read first, and is little among what programs and devices do.
create index audit_log_people on audit_log (tenant_id, id desc) where user_id is not null;

-- The passwords that a first start generated, sealed, until they were printed. Only the server itself reads them.
create table untold_password (
  username text primary key,
  password text not null
);
