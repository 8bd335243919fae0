-- Definitions that were applied to the running platform, for all tenants. The newest one that was not undone holds;
-- a definition without any is as its file in the repository says. Only the owner of the database reads and writes it.
create table studio_change (
  id int8 generated always as identity primary key,
  kind text not null check (kind in ('entity', 'page', 'dashboard', 'document', 'statistic')),
  name text not null,
  -- json, not jsonb: the order of fields is part of a definition.
  document json not null,
  previous json,
  -- Hash of the repository's file when it was applied; null where there was none.
  base text,
  -- Columns that the change added to the table: they stay when it is undone.
  added text[] not null default '{}',
  applied_by int8 not null,
  applied_by_name text not null,
  applied_at timestamptz not null default now(),
  -- The first change of those that were applied together, such as a record and its lines: they are undone together.
  together int8,
  undone_by int8,
  undone_by_name text,
  undone_at timestamptz
);
create index studio_change_of on studio_change (kind, name, id desc);
