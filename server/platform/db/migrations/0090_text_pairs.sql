-- Trigrams find words of three characters and more. Shorter ones, as most words in Chinese are, are found by the pairs of
-- characters that stand beside each other in a text.

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

-- Whether an index of pairs is of use. Declared as unchanging, it is asked while a question is planned: where there are no
-- such indexes, the condition on the pairs goes without being worked out for any row.
create function pairs_able() returns boolean
language plpgsql immutable parallel safe as $$
begin
  return (select bool_and(proleakproof) from pg_proc
    where oid in ('text_pairs(text[])'::regprocedure, 'pg_catalog.ts_match_vq(tsvector, tsquery)'::regprocedure));
end
$$;

-- What is known of the values decides whether an index is read, so a table with rows is looked at once.
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
