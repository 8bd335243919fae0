-- The order of names in lists: Chinese by pinyin, other letters as their readers expect them. A PostgreSQL that was built
-- without ICU has the order of code points in its place.
do $$
begin
  create collation word_order (provider = icu, locale = 'zh');
exception when others then
  create collation word_order from "C";
end $$;
