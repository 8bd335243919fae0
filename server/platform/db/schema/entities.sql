-- What the tables of all entities share: searches, the order of names, pinyin, references within JSON, amounts.

-- The order of names in lists: Chinese by pinyin, other letters as their readers expect them. PostgreSQL without ICU
-- sorts by code points instead.
do $$
begin
  create collation word_order (provider = icu, locale = 'zh');
exception when others then
  create collation word_order from "C";
end $$;

-- Searching finds words anywhere in a text, which only an index of trigrams can answer. Two things need rights that
-- the user of an existing database may lack; then searches read the table instead.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not available';
end
$$;
-- Row-level security keeps an index from being asked through a function that might betray other rows, unless it is
-- known not to. This one compares two texts and says yes or no.
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

-- The pairs of some texts in small letters. The last character of a word is paired with a space, so that every character
-- begins a pair and a single one is found as how pairs begin. No pair begins with a space: words have none.
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

-- As with texticlike: under row-level security an index is asked only through functions that are known to betray nothing.
-- Pairs are made of any text, and the comparison says yes or no.
do $$
begin
  alter function text_pairs(text[]) leakproof;
  alter function ts_match_vq(tsvector, tsquery) leakproof;
exception when insufficient_privilege then
  raise notice 'searches for short words do not use an index: marking a function as leakproof needs a superuser';
end
$$;

-- True where an index of pairs is of use. Declared as unchanging, it is asked while a question is planned: where there
-- are no such indexes, the condition on the pairs goes without being worked out for any row.
create function pairs_able() returns boolean
language plpgsql immutable parallel safe as $$
begin
  return (select bool_and(proleakproof) from pg_proc
    where oid in ('text_pairs(text[])'::regprocedure, 'pg_catalog.ts_match_vq(tsvector, tsquery)'::regprocedure));
end
$$;

-- PostgreSQL reads an index or not by what it knows of the values, so a table with rows is analysed at once.
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

-- Records are found by the pinyin of their names, which the server writes beside them (label_pinyin). A name that changes
-- without its pinyin loses it: the server then makes it up. So does, at once and again, one whose new pinyin is the old.
create function pinyin_outdated() returns trigger
language plpgsql as $$
begin
  new.label_pinyin := null;
  return new;
end
$$;

-- From now on the pinyin of a table is that of this column; nothing happens where it is already.
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

-- A number becomes an amount where that loses nothing but the error of a binary fraction; else the change is refused.
create function amount_of(value float8) returns numeric language plpgsql immutable strict as $$
begin
  if abs(value) >= 1e10 or abs(value - round(value::numeric, 2)::float8) > 1e-6 then
    raise exception 'the database would lose data: % is no amount of ten digits and two decimals', value;
  end if;
  return round(value::numeric, 2);
end $$;

-- True where a row of the running tenant holds one of these within a JSON column: references in lists and line tables have
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
