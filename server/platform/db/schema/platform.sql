-- The basis of all modules: separation of tenants, audit log, request keys, running processes. The role wattdeck_app,
-- which handlers use, already exists. These files run as the owner of the database.

-- Makes a table with tenant_id visible and writable only for the tenant of the current transaction.
create function enable_tenant_rls(target regclass) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format(
    'create policy tenant_only on %s using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::int)
       with check (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::int)', target);
  execute format('grant select, insert, update, delete on %s to wattdeck_app', target);
end
$$;

create table tenant (
  id int4 primary key,
  name text not null,
  name_en text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The retention class of raw points whose variable has no class.
  point_retention text not null default 'forever' check (point_retention in ('raw30d', 'raw1y', 'raw3y', 'forever'))
);
alter table tenant enable row level security;
create policy tenant_only on tenant using (id = nullif(current_setting('app.tenant', true), '')::int4);
grant select on tenant to wattdeck_app;

create table audit_log (
  tenant_id int4 not null,
  id int8 generated always as identity,
  user_id int8,
  at timestamptz not null default now(),
  entity text not null,
  record_id text not null,
  action text not null,
  diff jsonb not null default '{}',
  primary key (tenant_id, id)
);
create index audit_log_record on audit_log (tenant_id, entity, record_id, at desc);
-- Users mostly read the actions of people, which are few among the actions of programs and devices.
create index audit_log_people on audit_log (tenant_id, id desc) where user_id is not null;
select enable_tenant_rls('audit_log');
-- The audit log cannot be changed: handlers only add and read lines.
revoke update, delete on audit_log from wattdeck_app;

-- The server processes that use this database. A process without the advisory lock of its name has died.
create table server_process (
  id text primary key,
  roles text[] not null,
  started_at timestamptz not null default now(),
  died_at timestamptz
);

-- Executed requests with a key: a repeated request gets the first answer. A device may be offline for months before it
-- sends again, so keys (about 250 bytes each) are stored for 400 days. Whole answers are stored for a day. Later only
-- the id and version remain, which the device needs to continue.
create table request_key (
  tenant_id int4 not null references tenant (id),
  user_id int8 not null,
  key text not null check (char_length(key) between 1 and 200),
  hash text not null,
  entity text not null,
  record_id text not null,
  answer jsonb,
  whole boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
create index request_key_time on request_key (created_at);
create index request_key_whole on request_key (created_at) where whole;
select enable_tenant_rls('request_key');
