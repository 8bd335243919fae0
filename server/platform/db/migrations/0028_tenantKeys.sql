-- Tables of entities had a key to the tenant, which every new row looked up, and whose row all writers of a tenant shared.
-- Row-level security says whose a row is.
do $$
declare
  made record;
begin
  for made in
    select c.conrelid::regclass as target, c.conname
      from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join entity_tally_of e on e.entity = t.relname
      join pg_attribute a on a.attrelid = c.conrelid and array[a.attnum] = c.conkey
     where c.contype = 'f' and c.confrelid = 'tenant'::regclass and a.attname = 'tenant_id'
  loop
    execute format('alter table %s drop constraint %I', made.target, made.conname);
  end loop;
end
$$;
