-- Notices for people, listed beside their name.

create table notice (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  user_id int8 not null references user_account (id) on delete cascade,
  kind text not null,
  text jsonb not null,
  -- An address within the platform.
  link text check (link is null or link ~ '^/[^/\\]'),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  -- In quiet hours, the time from which the user sees the notice.
  held_until timestamptz,
  primary key (tenant_id, id)
);
create index notice_of_user on notice (tenant_id, user_id, id desc);
-- Finds old notices, which are deleted after a while.
create index notice_time on notice (created_at);
create index notice_unread on notice (tenant_id, user_id) where not is_read;
create index notice_held on notice (held_until) where held_until is not null;
select enable_tenant_rls('notice');
