-- Whether a row of the running tenant holds one of these within a JSON column: references in lists and line tables have
-- no foreign key. The owner of the tables asks, because what row-level security guards finds nothing by an index of
-- JSON; the tenant is therefore named here.
create function link_held(holder text, held text, patterns jsonb[]) returns boolean
language plpgsql stable security definer set search_path from current as $$
declare
  found boolean;
begin
  execute format('select exists (select from unnest($1) pattern join %I t on t.%I @> pattern where t.tenant_id = $2)',
                 holder, held)
    into found using patterns, current_setting('app.tenant')::int4;
  return found;
end
$$;
