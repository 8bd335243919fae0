-- The token of a link that is printed stands here sealed, to be printed again; of any other it is told once alone.
alter table record_link add column token text;
