-- A device that may be claimed by who knows its secret, for a time.
create table device_claim (
  tenant_id   int4 not null references tenant (id),
  device_id   int8 not null,
  secret_hash text not null,
  expires_at  timestamptz not null,
  tries       int4 not null default 0,
  primary key (tenant_id, device_id)
);
select enable_tenant_rls('device_claim');

-- With which devices ask for a token of their own; a station has at most one.
create table provision_key (
  tenant_id   int4 not null references tenant (id),
  station_sn  text not null,
  key         text not null unique,
  secret_hash text not null,
  created_by  int8 not null,
  created_at  timestamptz not null default now(),
  devices     int4 not null default 0,
  primary key (tenant_id, station_sn)
);
select enable_tenant_rls('provision_key');
