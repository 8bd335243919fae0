-- Further ways to sign in, and to prove who one is. Only the server itself reads these tables.

create table user_totp (
  user_id bigint primary key references user_account (id) on delete cascade,
  secret text not null,
  -- Null until the first right code: an unfinished set-up asks for nothing.
  confirmed_at timestamptz,
  -- The time step of the last code that counted: a code counts once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_code (
  user_id bigint not null references user_totp (user_id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table api_key (
  tenant_id int not null references tenant (id),
  id bigint generated always as identity,
  user_id bigint not null references user_account (id) on delete cascade,
  name text not null,
  key_hash text not null unique,
  -- Its first letters, by which a person tells it from the others.
  hint text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id)
);
create index api_key_user on api_key (user_id);
alter table api_key enable row level security;

-- Whose account a person of an identity provider is.
create table oidc_identity (
  issuer text not null,
  subject text not null,
  user_id bigint not null references user_account (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index oidc_identity_user on oidc_identity (user_id);
