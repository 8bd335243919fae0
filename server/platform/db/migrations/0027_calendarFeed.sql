-- Lists that somebody reads in a calendar of their own. The secret itself is nowhere: whoever reads this table opens nothing.
create table calendar_feed (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  user_id int8 not null references user_account (id) on delete cascade,
  entity text not null,
  -- Null is called as the list is, in the language of its reader.
  name text,
  filter text not null,
  search text not null,
  -- On whose clock days begin, and the language of whoever never chose one.
  zone text not null,
  lang text not null,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id)
);
create index calendar_feed_user on calendar_feed (user_id);
select enable_tenant_rls('calendar_feed');
