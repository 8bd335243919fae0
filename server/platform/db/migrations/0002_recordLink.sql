-- A link that opens one record without signing in. The token itself is nowhere: whoever reads this table opens nothing.
create table record_link (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  entity text not null,
  record_id int8 not null,
  token_hash text not null unique,
  created_by int8 not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  revoked_at timestamptz,
  opens int4 not null default 0,
  opened_at timestamptz,
  primary key (tenant_id, id)
);
create unique index record_link_record on record_link (tenant_id, entity, record_id) where revoked_at is null;
select enable_tenant_rls('record_link');
