-- The last number of each sequence (x-sequence): per field, and per period or value at which numbering restarts.
create table sequence (
  tenant_id int4 not null references tenant (id),
  entity text not null,
  field text not null,
  period text not null,
  n int8 not null,
  primary key (tenant_id, entity, field, period)
);
select enable_tenant_rls('sequence');

-- The rule of each roll-up (x-rollup) when all its rows were last filled. If the definition has changed since, the rows
-- are filled again.
create table rollup_filled (
  entity text primary key,
  meaning text not null
);

-- Values that are unique over several entities (uniqueAcross), each with its record. Triggers maintain this table, so
-- imports, restores and deletions are covered too. A second writer waits for the commit of the first.
create table shared_key (
  tenant_id int4 not null references tenant (id),
  key text not null,
  value text not null,
  entity text not null,
  record_id int8 not null,
  primary key (tenant_id, key, value)
);
create index shared_key_record on shared_key (tenant_id, entity, record_id);
select enable_tenant_rls('shared_key');

-- Joins the values of some columns to one text. Null if any of the values is null.
create function shared_key_value(record jsonb, columns text[]) returns text
language sql immutable as $$
  select case when bool_and(record ->> one is not null)
              then jsonb_agg(record ->> one order by at)::text end
    from unnest(columns) with ordinality c (one, at)
$$;

-- Trigger arguments: the entity, the key, and the columns.
create function hold_shared_key() returns trigger
language plpgsql as $$
declare
  columns text[] := tg_argv[2:];
  gone text;
  fresh text;
  holder text;
begin
  if tg_op <> 'INSERT' then
    gone := shared_key_value(to_jsonb(old), columns);
  end if;
  if tg_op <> 'DELETE' then
    fresh := shared_key_value(to_jsonb(new), columns);
  end if;
  if gone is not distinct from fresh then
    return null;
  end if;
  if gone is not null then
    delete from shared_key where tenant_id = old.tenant_id and key = tg_argv[1] and value = gone;
  end if;
  if fresh is null then
    return null;
  end if;
  insert into shared_key (tenant_id, key, value, entity, record_id)
  values (new.tenant_id, tg_argv[1], fresh, tg_argv[0], new.id)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select entity || ':' || record_id into holder from shared_key
   where tenant_id = new.tenant_id and key = tg_argv[1] and value = fresh;
  raise exception using
    errcode = 'unique_violation', message = 'the value is already used', detail = coalesce(holder, ''),
    constraint = 'shared_key', table = tg_table_name, column = columns[cardinality(columns)];
end
$$;

-- Enables these keys for the table: {"key": ["column", …], …}. Does nothing if they are already enabled.
create function enable_shared_keys(target regclass, entity_name text, wanted jsonb) returns void
language plpgsql as $$
declare
  one record;
  -- The name of a trigger contains its key and columns.
  names text[] := array(
    select 'shared_key_' || md5(key || value::text) from jsonb_each(wanted) order by 1);
begin
  if names = array(
    select tgname::text from pg_trigger where tgrelid = target and starts_with(tgname, 'shared_key_') order by 1) then
    return;
  end if;
  -- Waits for current writers, so that no value is missed.
  execute format('lock table %s in share row exclusive mode', target);
  for one in select tgname from pg_trigger where tgrelid = target and starts_with(tgname, 'shared_key_') loop
    execute format('drop trigger %I on %s', one.tgname, target);
  end loop;
  delete from shared_key where entity = entity_name;
  for one in
    select key, 'shared_key_' || md5(key || value::text) as name, array(select jsonb_array_elements_text(value)) as columns
      from jsonb_each(wanted)
  loop
    execute format(
      'insert into shared_key (tenant_id, key, value, entity, record_id)
       select tenant_id, %L, value, %L, id
         from (select tenant_id, id, shared_key_value(to_jsonb(r), %L) as value from %s r) held
        where value is not null', one.key, entity_name, one.columns, target);
    execute format('create trigger %I after insert or delete or update of %s on %s
      for each row execute function hold_shared_key(%s)', one.name,
      (select string_agg(quote_ident(part), ', ') from unnest(one.columns) part), target,
      (select string_agg(quote_literal(part), ', ') from unnest(array[entity_name, one.key] || one.columns) part));
  end loop;
end
$$;
