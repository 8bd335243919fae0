-- What every room stands on: the walls between tenants, the audit log, and the processes that are up.
-- The role wattdeck_app, which handlers work as, was made before; these files run as the owner of the database.

-- A table with tenant_id is visible and writable only for the tenant of the running transaction.
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
  -- The class that the raw points of variables without one of their own have.
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
select enable_tenant_rls('audit_log');
-- What happened stays: handlers add lines and read them, nothing else.
revoke update, delete on audit_log from wattdeck_app;

-- The server processes that run over this database. One that is here without the advisory lock of its name has died.
create table server_process (
  id text primary key,
  roles text[] not null,
  started_at timestamptz not null default now(),
  died_at timestamptz
);
