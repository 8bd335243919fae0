-- What people mark records of any entity with: favourites, likes, what they have read. A mark is its person's own.
create table record_mark (
  tenant_id int4 not null references tenant (id),
  entity text not null,
  record_id int8 not null,
  mark text not null,
  user_id int8 not null,
  marked_at timestamptz not null default now(),
  primary key (tenant_id, entity, record_id, mark, user_id)
);
create index record_mark_user on record_mark (tenant_id, user_id, entity, mark);
select enable_tenant_rls('record_mark');
