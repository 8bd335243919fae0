-- Requests that named themselves and were carried out: sent again, they are answered as they were. Kept for a day.
create table request_key (
  tenant_id int4 not null references tenant (id),
  user_id int8 not null,
  key text not null check (char_length(key) between 1 and 200),
  hash text not null,
  entity text not null,
  record_id text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
create index request_key_time on request_key (created_at);
select enable_tenant_rls('request_key');
