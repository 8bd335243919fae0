-- Which tenants' administrators may write sign-in addresses of a domain: the setting of the platform, entered anew at
-- every start. It names tenants that may not be there yet, hence no foreign key.
create table sign_in_domain (
  domain text not null,
  tenant_id int4 not null,
  primary key (domain, tenant_id)
);

-- A domain that is nobody's leads to whoever has the address; one that is somebody's leads to their people only.
create function sign_in_domain_allows(address text, tenant int4) returns boolean language sql stable
security definer set search_path from current as $$
  select coalesce(bool_or(d.tenant_id = tenant), true)
    from sign_in_domain d where d.domain = lower(split_part(address, '@', 2))
$$;
revoke execute on function sign_in_domain_allows from public;

-- Why the address may not lead to this person, from the view of the transaction's tenant: 'domain' or 'taken', null
-- when it may. Where several tenants share the platform, nobody's domain is only for the platform's administrators.
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
