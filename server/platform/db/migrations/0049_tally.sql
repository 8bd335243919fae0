-- How many records there are of every combination of the values that a list is filtered by, kept by the writes
-- themselves: filters over these fields are counted by adding up some lines, however many records there are.

-- A write adds lines and changes none, so writers never wait for each other. Now and then the lines of a combination
-- are folded into its base.
create table entity_tally (
  tenant_id int not null,
  entity text not null,
  -- In the order of entity_tally_of.columns.
  combination text[] not null,
  n bigint not null,
  base boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05, fillfactor = 70);
create unique index entity_tally_base on entity_tally (tenant_id, entity, combination) where base;
create index entity_tally_line on entity_tally (tenant_id, entity);
select enable_tenant_rls('entity_tally');

-- Which columns are tallied. The lines carry the columns too: whoever knows other ones finds no line.
create table entity_tally_of (
  entity text primary key,
  columns text[] not null,
  types text[] not null
);
grant select on entity_tally_of to wattdeck_app;

alter table entity_change drop column delta;
alter table entity_change set (autovacuum_vacuum_scale_factor = 0.02);

do $$
declare
  target regclass;
begin
  for target in select distinct tgrelid::regclass from pg_trigger where tgname = 'change_insert' loop
    execute format('drop trigger change_insert on %s', target);
    execute format('drop trigger change_update on %s', target);
    execute format('drop trigger change_delete on %s', target);
  end loop;
end
$$;
drop function enable_change_log(regclass);
drop function change_note();

-- Arguments: under which name the lines stand, and the combination of a record in SQL.
create function change_note() returns trigger
language plpgsql as $$
declare
  changed text := case tg_op
    when 'INSERT' then format('select tenant_id, %s, 1 from fresh', tg_argv[1])
    when 'DELETE' then format('select tenant_id, %s, -1 from gone', tg_argv[1])
    else format('select tenant_id, %s, 1 from fresh union all select tenant_id, %s, -1 from gone', tg_argv[1], tg_argv[1])
  end;
begin
  execute format('with changed (tenant_id, combination, n) as (%s),
    noted as (insert into entity_change (tenant_id, entity) select distinct tenant_id, %L from changed)
    insert into entity_tally (tenant_id, entity, combination, n)
    select tenant_id, %L, combination, sum(n) from changed group by tenant_id, combination having sum(n) <> 0',
    changed, tg_table_name, tg_argv[0]);
  return null;
end
$$;

-- From now on the writes to a table are noted and tallied by these columns; nothing happens when they are already.
create function enable_change_log(target regclass, tallied text[] default '{}') returns void
language plpgsql as $$
declare
  entity_name text := (select relname from pg_class where oid = target);
  name text := entity_name || ':' || array_to_string(tallied, ',');
  combination text := coalesce(
    (select 'array[' || string_agg(format('%I::text', one), ', ' order by at) || ']'
       from unnest(tallied) with ordinality of (one, at)), '''{}''::text[]');
begin
  if exists (select from entity_tally_of where entity = entity_name and columns = tallied)
    and exists (select from pg_trigger where tgrelid = target and tgname = 'change_insert') then
    return;
  end if;
  -- Each waits for those who write and keeps others from it, so nothing is tallied twice or missed.
  execute format('create or replace trigger change_insert after insert on %s referencing new table as fresh
    for each statement execute function change_note(%L, %L)', target, name, combination);
  execute format('create or replace trigger change_update after update on %s referencing old table as gone new table as fresh
    for each statement execute function change_note(%L, %L)', target, name, combination);
  execute format('create or replace trigger change_delete after delete on %s referencing old table as gone
    for each statement execute function change_note(%L, %L)', target, name, combination);
  delete from entity_tally where starts_with(entity, entity_name || ':');
  execute format('insert into entity_tally (tenant_id, entity, combination, n, base)
    select tenant_id, %L, %s, count(*), true from %s group by 1, 3', name, combination, target);
  insert into entity_tally_of (entity, columns, types)
  select entity_name, tallied, array(
    select format_type(a.atttypid, a.atttypmod) from unnest(tallied) with ordinality of (one, at)
      join pg_attribute a on a.attrelid = target and a.attname = one order by at)
  on conflict (entity) do update set columns = excluded.columns, types = excluded.types;
end
$$;

-- Adds the lines of one tenant and entity to their bases. The sums stay what they are.
create function tally_fold(tenant int, name text) returns void
language sql as $$
  with gone as (
    delete from entity_tally where tenant_id = tenant and entity = name and not base returning combination, n)
  insert into entity_tally (tenant_id, entity, combination, n, base)
  select tenant, name, combination, sum(n), true from gone group by combination having sum(n) <> 0 order by combination
  on conflict (tenant_id, entity, combination) where base do update set n = entity_tally.n + excluded.n
$$;
