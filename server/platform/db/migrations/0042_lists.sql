-- Lists: exact counts that are remembered, search by trigrams, saved views, and what a person set up for a screen.

-- One line for every write to records, so that a count stays valid for as long as the sum of the lines is the same.
-- Lines are only added, so writers never wait for each other; now and then they are folded into one.
create table entity_change (
  tenant_id int not null,
  entity text not null,
  n bigint not null default 1,
  delta bigint not null default 0
);
create index entity_change_of on entity_change (tenant_id, entity);
select enable_tenant_rls('entity_change');

create function change_note() returns trigger
language plpgsql as $$
begin
  insert into entity_change (tenant_id, entity, delta)
  select tenant_id, tg_table_name, count(*) * case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end
    from changed group by tenant_id;
  return null;
end
$$;

create function enable_change_log(target regclass) returns void
language plpgsql as $$
begin
  if exists (select from pg_trigger where tgrelid = target and tgname = 'change_insert') then
    return;
  end if;
  execute format('create trigger change_insert after insert on %s referencing new table as changed
    for each statement execute function change_note()', target);
  execute format('create trigger change_update after update on %s referencing new table as changed
    for each statement execute function change_note()', target);
  execute format('create trigger change_delete after delete on %s referencing old table as changed
    for each statement execute function change_note()', target);
end
$$;

-- Searching finds words anywhere in a text, which only an index of trigrams can answer. Two things need rights that
-- the user of an existing database may lack; then searches read the table instead.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not available';
end
$$;
-- Row-level security keeps an index from being asked through a function that might betray other rows, unless it is
-- known not to. This one compares two texts and says yes or no.
do $$
begin
  alter function texticlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'searches do not use an index: marking a function as leakproof needs a superuser';
end
$$;

create function trigram_index(name text, target text, columns text) returns void
language plpgsql as $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm')
    and (select proleakproof from pg_proc where oid = 'pg_catalog.texticlike(text,text)'::regprocedure) then
    execute format('create index %I on %I using gin (%s)', name, target,
      (select string_agg(format('%I gin_trgm_ops', trim(one)), ', ') from unnest(string_to_array(columns, ',')) one));
  end if;
end
$$;

create table list_view (
  tenant_id int not null references tenant (id),
  id bigint generated always as identity,
  page text not null check (char_length(page) <= 100),
  name text not null check (char_length(name) <= 60),
  scope text not null check (scope in ('private', 'role', 'tenant')),
  role_id bigint,
  state jsonb not null,
  is_default boolean not null default false,
  user_id bigint not null references user_account (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade,
  check ((scope = 'role') = (role_id is not null))
);
-- Names are told apart among those who see them.
create unique index list_view_private on list_view (tenant_id, page, user_id, name) where scope = 'private';
create unique index list_view_role on list_view (tenant_id, page, role_id, name) where scope = 'role';
create unique index list_view_tenant on list_view (tenant_id, page, name) where scope = 'tenant';
create index list_view_user on list_view (user_id);
select enable_tenant_rls('list_view');

create table preference (
  tenant_id int not null references tenant (id),
  user_id bigint not null references user_account (id) on delete cascade,
  key text not null check (char_length(key) <= 100),
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
create index preference_user on preference (user_id);
select enable_tenant_rls('preference');
