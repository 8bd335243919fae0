-- Lists read the lines that are not folded yet beside their records: as a function their statement stays planned.

-- The version of the bases, how many lines there are, and their sums: [version, lines, [[n, combination], …] or null].
create function tally_lines(tenant int, name text) returns text
stable language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select json_build_array(
             (select version from entity_tally_version where tenant_id = tenant and entity = name),
             coalesce(sum(lines), 0), json_agg(json_build_array(n, combination)))
      from (select combination, sum(n) as n, count(*) as lines from entity_tally
             where tenant_id = tenant and entity = name and not base group by combination) summed);
end
$$;

-- Makes one line of those of each combination. The bases stay what they are, and with them what servers remember.
create function tally_merge(tenant int, name text) returns void
language sql as $$
  with gone as (
    delete from entity_tally where tenant_id = tenant and entity = name and not base returning combination, n)
  insert into entity_tally (tenant_id, entity, combination, n)
  select tenant, name, combination, sum(n) from gone group by combination having sum(n) <> 0
$$;
