-- Functions that the tables of all entities share: search, name order, pinyin, references within JSON, amounts.

-- The order of names in lists: Chinese by pinyin, other scripts by their usual order. PostgreSQL without ICU sorts by
-- code points instead.
do $$
begin
  create collation word_order (provider = icu, locale = 'zh');
exception when others then
  create collation word_order from "C";
end $$;

-- Search finds words anywhere in a text, which requires a trigram index. Two steps need rights that the user of an
-- existing database may lack. Without these rights, searches read the whole table.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not available';
end
$$;
-- Under row-level security, PostgreSQL uses an index only with leakproof functions. This function compares two texts
-- and returns only true or false.
do $$
begin
  alter function texticlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'searches do not use an index: marking a function as leakproof needs a superuser';
end
$$;

create function trigram_index(name text, target text, columns text) returns void
language plpgsql as $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm')
    and (select proleakproof from pg_proc where oid = 'pg_catalog.texticlike(text,text)'::regprocedure) then
    execute format('create index %I on %I using gin (%s)', name, target,
      (select string_agg(format('%I gin_trgm_ops', trim(one)), ', ') from unnest(string_to_array(columns, ',')) one));
  end if;
end
$$;

-- The pairs of characters of some texts, in lower case. The last character of a word is paired with a space. Every
-- character therefore starts a pair, and a single character is found as a prefix. No pair starts with a space.
create function text_pairs(texts text[]) returns tsvector
language plpgsql immutable parallel safe cost 1000 as $$
declare
  pairs text[] := '{}';
  last text;
  letter text;
begin
  foreach letter in array string_to_array(lower(array_to_string(texts, ' ')) || ' ', null) loop
    if last <> ' ' then
      pairs := pairs || (last || letter);
    end if;
    last := letter;
  end loop;
  return array_to_tsvector(pairs);
end
$$;

-- As with texticlike, an index under row-level security requires leakproof functions. Pairs can be made of any text,
-- and the comparison returns only true or false.
do $$
begin
  alter function text_pairs(text[]) leakproof;
  alter function ts_match_vq(tsvector, tsquery) leakproof;
exception when insufficient_privilege then
  raise notice 'searches for short words do not use an index: marking a function as leakproof needs a superuser';
end
$$;

-- True if indexes of pairs can be used. The function is declared immutable, so it is evaluated at planning time.
-- Without such indexes, the planner removes the condition on pairs.
create function pairs_able() returns boolean
language plpgsql immutable parallel safe as $$
begin
  return (select bool_and(proleakproof) from pg_proc
    where oid in ('text_pairs(text[])'::regprocedure, 'pg_catalog.ts_match_vq(tsvector, tsquery)'::regprocedure));
end
$$;

-- PostgreSQL chooses an index by its statistics, so a table with rows is analysed at once.
create function pairs_index(name text, target text, columns text) returns void
language plpgsql as $$
begin
  if not pairs_able() then
    return;
  end if;
  execute format('create index %I on %I using gin (text_pairs(array[%s]))', name, target,
    (select string_agg(format('%I', trim(one)), ', ') from unnest(string_to_array(columns, ',')) one));
  if (select reltuples from pg_class where oid = target::regclass) > 0 then
    execute format('analyze %I', target);
  end if;
end
$$;

-- The server writes the pinyin of names to label_pinyin for the search. If a name changes without a new pinyin, the
-- pinyin is set to null and the server computes it again. This also applies if the new pinyin equals the old.
create function pinyin_outdated() returns trigger
language plpgsql as $$
begin
  new.label_pinyin := null;
  return new;
end
$$;

-- Enables the pinyin of this column for the table. Does nothing if it is already enabled.
create function enable_pinyin(target regclass, label text) returns void
language plpgsql as $$
declare
  name text := 'pinyin_of_' || label;
  other name;
begin
  if exists (select from pg_trigger where tgrelid = target and tgname = name) then
    return;
  end if;
  for other in select tgname from pg_trigger where tgrelid = target and starts_with(tgname, 'pinyin_of_') loop
    execute format('drop trigger %I on %s', other, target);
    execute format('update %s set label_pinyin = null where label_pinyin is not null', target);
  end loop;
  execute format('create trigger %I before update of %I on %s for each row
    when (new.%2$I is distinct from old.%2$I and new.label_pinyin is not distinct from old.label_pinyin)
    execute function pinyin_outdated()', name, label, target);
end
$$;

-- Converts a number to an amount. Refuses the change if more than the rounding error of a binary fraction would be
-- lost.
create function amount_of(value float8) returns numeric language plpgsql immutable strict as $$
begin
  if abs(value) >= 1e10 or abs(value - round(value::numeric, 2)::float8) > 1e-6 then
    raise exception 'the database would lose data: % is no amount of ten digits and two decimals', value;
  end if;
  return round(value::numeric, 2);
end $$;

-- True if a row of the current tenant contains one of these values within a JSON column. References in lists and line
-- tables have no foreign key. The function runs as the owner of the tables, because row-level security prevents the use
-- of a JSON index. The query therefore names the tenant.
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
