-- Ways to sign in and to prove an identity. The tenant is not known yet during sign-in, so most of these tables have
-- none. Only the server itself reads them, and wattdeck_app has no rights on them.

-- Failed attempts within a time window: their number, and the end of the window. The key is hashed, because people
-- sometimes type passwords into the wrong field.
create table login_throttle (
  scope text not null,
  key text not null,
  count int4 not null,
  until timestamptz not null,
  primary key (scope, key)
);
create index login_throttle_until on login_throttle (until);

-- A captcha is computing work for the caller's machine. After failed attempts the machine must find a text whose scrypt
-- hash starts with a number of zero bits. No part of the solution is stored.
create table captcha (
  id uuid primary key,
  expires_at timestamptz not null,
  cost int4 not null,
  bits int4 not null
);
create index captcha_expires on captcha (expires_at);

create table user_totp (
  user_id int8 primary key references user_account (id) on delete cascade,
  secret text not null,
  -- Null until the first correct code. Sign-in asks for a code only after the set-up is finished.
  confirmed_at timestamptz,
  -- The time step of the last accepted code. Each code is accepted once.
  last_step int8 not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_code (
  user_id int8 not null references user_totp (user_id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table api_key (
  tenant_id int4 not null references tenant (id),
  id int8 generated always as identity,
  user_id int8 not null references user_account (id) on delete cascade,
  name text not null,
  key_hash text not null unique,
  -- The first letters of the key, by which a person recognizes it.
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

-- Links between accounts and the identities at identity providers.
create table oidc_identity (
  issuer text not null,
  subject text not null,
  user_id int8 not null references user_account (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index oidc_identity_user on oidc_identity (user_id);

-- A new address may belong to a different person, so the links to identities are deleted.
create function user_signin_changed() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  delete from oidc_identity where user_id = new.id;
  return null;
end
$$;
create trigger user_signin_changed after update of sign_in_email on "user"
  for each row when (new.sign_in_email is distinct from old.sign_in_email) execute function user_signin_changed();

-- True if other tenants use the account too. A single tenant then cannot decide about the account.
create function user_elsewhere(person int8) returns boolean language sql stable
security definer set search_path from current as $$
  select exists (select from "user" u
    where u.id = person and u.tenant_id <> current_setting('app.tenant')::int4)
$$;
revoke execute on function user_elsewhere from public;
grant execute on function user_elsewhere to wattdeck_app;

-- Creates an account for a person of the current tenant. Null if the name is in use. An account without a tenant and
-- outside every recycle bin is reused: it gives no access, and its earlier credentials become invalid.
create function account_make(login text, hash text, person text) returns int8
language plpgsql security definer set search_path from current as $$
declare
  tenant int4 := current_setting('app.tenant')::int4;
  found int8;
begin
  select a.id into found from user_account a
   where lower(a.username) = lower(login) and a.active and not a.is_admin
     and not exists (select from "user" u where u.id = a.id)
     and not exists (select from recycle_bin b where b.entity = 'user' and b.record_id = a.id)
     for update;
  if found is null then
    insert into user_account (username, password_hash, name, default_tenant_id)
    values (login, hash, person, tenant) on conflict do nothing returning id into found;
  else
    update user_account set password_hash = hash, name = person, default_tenant_id = tenant where id = found;
    delete from oidc_identity where user_id = found;
    delete from user_totp where user_id = found;
    delete from api_key where user_id = found;
  end if;
  return found;
end
$$;
revoke execute on function account_make from public;
grant execute on function account_make to wattdeck_app;

-- The account has the name and contacts of its only tenant. People who work for several tenants set their own name and
-- contacts.
create function account_follow() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  update user_account set name = new.name, phone = new.phone, email = new.email
   where id = new.id and not exists (select from "user" u where u.id = new.id and u.tenant_id <> new.tenant_id);
  return null;
end
$$;
create trigger account_follow after update of name, phone, email on "user"
  for each row execute function account_follow();

-- The tenants whose administrators may enter sign-in addresses of a domain. The table is filled from the platform's
-- setting at every start. Tenants of the setting may not exist yet, so there is no foreign key.
create table sign_in_domain (
  domain text not null,
  tenant_id int4 not null,
  primary key (domain, tenant_id)
);

-- All tenants may use addresses of an unclaimed domain. Only the tenants of a claimed domain may use its addresses.
create function sign_in_domain_allows(address text, tenant int4) returns boolean language sql stable
security definer set search_path from current as $$
  select coalesce(bool_or(d.tenant_id = tenant), true)
    from sign_in_domain d where d.domain = lower(split_part(address, '@', 2))
$$;
revoke execute on function sign_in_domain_allows from public;

-- The reason why a person may not use the address, from the view of the transaction's tenant: 'domain' or 'taken'. Null
-- if it is allowed. If several tenants share the platform, only platform administrators may use an unclaimed domain.
create function sign_in_email_refusal(address text, person int8, platform boolean) returns text
language plpgsql stable security definer set search_path from current as $$
declare
  tenant int4 := current_setting('app.tenant')::int4;
  bound boolean := exists (select from sign_in_domain where domain = lower(split_part(address, '@', 2)));
begin
  if not platform and (not sign_in_domain_allows(address, tenant)
                       or (not bound and (select count(*) > 1 from tenant))) then
    return 'domain';
  end if;
  if exists (select from "user" u where lower(u.sign_in_email) = lower(address) and u.id <> person) then
    return 'taken';
  end if;
  return null;
end
$$;
revoke execute on function sign_in_email_refusal from public;
grant execute on function sign_in_email_refusal to wattdeck_app;

-- Passwords generated at the first start, encrypted, until they are printed. Only the server itself reads them.
create table untold_password (
  username text primary key,
  password text not null
);
