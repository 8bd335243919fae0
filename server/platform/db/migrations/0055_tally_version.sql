-- Tallies that are quick to keep and to read: the writes note themselves without making up SQL each time, and servers
-- remember the bases, which change only when lines are folded into them.

-- Which bases there are now: every folding gives them another number.
create table entity_tally_version (
  tenant_id int not null,
  entity text not null,
  version bigint generated always as identity,
  primary key (tenant_id, entity)
);
select enable_tenant_rls('entity_tally_version');
insert into entity_tally_version (tenant_id, entity) select distinct tenant_id, entity from entity_tally where base;

drop index entity_tally_line;
create index entity_tally_line on entity_tally (tenant_id, entity) where not base;

-- Makes the triggers of a table, with a function of its own whose statements stay planned.
create function change_log_install(target regclass, tallied text[]) returns void
language plpgsql as $$
declare
  entity_name text := (select relname from pg_class where oid = target);
  name text := entity_name || ':' || array_to_string(tallied, ',');
  function_name text := format('%I', 'change_note_' || entity_name);
  combination text := coalesce(
    (select 'array[' || string_agg(format('%I::text', one), ', ' order by at) || ']'
       from unnest(tallied) with ordinality of (one, at)), '''{}''::text[]');
begin
  execute format($text$
    create or replace function %1$s() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then
        insert into entity_change (tenant_id, entity) select distinct tenant_id, %2$L from fresh;
        insert into entity_tally (tenant_id, entity, combination, n)
        select tenant_id, %3$L, %4$s, count(*) from fresh group by 1, 3;
      elsif tg_op = 'DELETE' then
        insert into entity_change (tenant_id, entity) select distinct tenant_id, %2$L from gone;
        insert into entity_tally (tenant_id, entity, combination, n)
        select tenant_id, %3$L, %4$s, -count(*) from gone group by 1, 3;
      else
        insert into entity_change (tenant_id, entity) select distinct tenant_id, %2$L from fresh;
        insert into entity_tally (tenant_id, entity, combination, n)
        select tenant_id, %3$L, combination, sum(n)
          from (select tenant_id, %4$s as combination, 1 as n from fresh
                union all select tenant_id, %4$s, -1 from gone) changed
         group by tenant_id, combination having sum(n) <> 0;
      end if;
      return null;
    end
    $body$
  $text$, function_name, entity_name, name, combination);
  execute format('create or replace trigger change_insert after insert on %s referencing new table as fresh
    for each statement execute function %s()', target, function_name);
  execute format('create or replace trigger change_update after update on %s referencing old table as gone new table as fresh
    for each statement execute function %s()', target, function_name);
  execute format('create or replace trigger change_delete after delete on %s referencing old table as gone
    for each statement execute function %s()', target, function_name);
end
$$;

-- From now on the writes to a table are noted and tallied by these columns; nothing happens when they are already.
create or replace function enable_change_log(target regclass, tallied text[] default '{}') returns void
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
  -- Waits for those who write and keeps others from it, so nothing is tallied twice or missed.
  execute format('lock table %s in share row exclusive mode', target);
  perform change_log_install(target, tallied);
  delete from entity_tally where starts_with(entity, entity_name || ':');
  delete from entity_tally_version where starts_with(entity, entity_name || ':');
  execute format('insert into entity_tally (tenant_id, entity, combination, n, base)
    select tenant_id, %L, %s, count(*), true from %s group by 1, 3', name, combination, target);
  insert into entity_tally_version (tenant_id, entity) select distinct tenant_id, entity from entity_tally where entity = name;
  insert into entity_tally_of (entity, columns, types)
  select entity_name, tallied, array(
    select format_type(a.atttypid, a.atttypmod) from unnest(tallied) with ordinality of (one, at)
      join pg_attribute a on a.attrelid = target and a.attname = one order by at)
  on conflict (entity) do update set columns = excluded.columns, types = excluded.types;
end
$$;

select change_log_install(format('%I', entity)::regclass, columns)
  from entity_tally_of where to_regclass(format('%I', entity)) is not null;
drop function change_note();

-- Adds the lines of one tenant and entity to their bases. The sums stay what they are.
create or replace function tally_fold(tenant int, name text) returns void
language sql as $$
  insert into entity_tally_version (tenant_id, entity) values (tenant, name)
  on conflict (tenant_id, entity) do update set version = default;
  with gone as (
    delete from entity_tally where tenant_id = tenant and entity = name and not base returning combination, n)
  insert into entity_tally (tenant_id, entity, combination, n, base)
  select tenant, name, combination, sum(n), true from gone group by combination having sum(n) <> 0 order by combination
  on conflict (tenant_id, entity, combination) where base do update set n = entity_tally.n + excluded.n
$$;
