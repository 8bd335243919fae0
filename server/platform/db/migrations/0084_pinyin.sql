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
