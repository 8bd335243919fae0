-- The address by which people of an identity provider find their account. Others write it than the person, unlike
-- the address that they are reached at: whoever could choose it would choose whose account it leads to.
alter table "user" add column if not exists sign_in_email text;

create function user_signin_changed() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  delete from oidc_identity where user_id = new.id;
  return null;
end
$$;
create trigger user_signin_changed after update of sign_in_email on "user"
  for each row when (new.sign_in_email is distinct from old.sign_in_email) execute function user_signin_changed();

-- Whether other tenants depend on the account, too: then no single one decides on it.
create function user_elsewhere(person int8) returns boolean language sql stable
security definer set search_path from current as $$
  select exists (select from "user" u
    where u.id = person and u.tenant_id <> current_setting('app.tenant')::int4)
$$;
revoke execute on function user_elsewhere from public;
grant execute on function user_elsewhere to wattdeck_app;

-- As before; and what the earlier owner could sign in with opens nothing any more.
create or replace function account_make(login text, hash text, person text) returns int8
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
