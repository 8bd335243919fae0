-- Saved views of lists, users' screen settings, and lists in calendars.

create table list_view (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  page text not null check (char_length(page) <= 100),
  name text not null check (char_length(name) <= 60),
  scope text not null check (scope in ('private', 'role', 'tenant')),
  role_id int8,
  state jsonb not null,
  is_default boolean not null default false,
  user_id int8 not null references user_account (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int4 not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade,
  check ((scope = 'role') = (role_id is not null))
);
-- Names are unique among the users who see the view.
create unique index list_view_private on list_view (tenant_id, page, user_id, name) where scope = 'private';
create unique index list_view_role on list_view (tenant_id, page, role_id, name) where scope = 'role';
create unique index list_view_tenant on list_view (tenant_id, page, name) where scope = 'tenant';
create index list_view_user on list_view (user_id);
select enable_tenant_rls('list_view');

create table preference (
  tenant_id int4 not null references tenant (id),
  user_id int8 not null references user_account (id) on delete cascade,
  key text not null check (char_length(key) <= 100),
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
create index preference_user on preference (user_id);
select enable_tenant_rls('preference');

-- Lists that a person subscribes to in a calendar program, found by the hash of their secret address.
create table calendar_feed (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  user_id int8 not null references user_account (id) on delete cascade,
  entity text not null,
  -- Null: the title of the list in the language of the reader.
  name text,
  filter text not null,
  search text not null,
  -- The zone in which days begin, and the language for readers who have not chosen a language.
  zone text not null,
  lang text not null,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id)
);
create index calendar_feed_user on calendar_feed (user_id);
select enable_tenant_rls('calendar_feed');
