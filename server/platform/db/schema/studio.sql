-- Definitions that were applied to the running platform, for all tenants. The newest one that was not undone applies.
-- Without any, the definition in the repository applies. Only the owner of the database reads and writes the table.
create table studio_change (
  id int8 generated always as identity primary key,
  kind text not null check (kind in ('entity', 'page', 'dashboard', 'document', 'statistic', 'dictionary', 'call')),
  name text not null,
  -- json instead of jsonb, because the order of fields is part of a definition.
  document json not null,
  previous json,
  -- Hash of the file in the repository at that time. Null if there was no file.
  base text,
  -- Columns that the change added to the table. They remain after an undo.
  added text[] not null default '{}',
  -- Rights that roles got with the change, as [{ tenantId, role, permissions }]: an undo takes them back.
  granted json not null default '[]',
  applied_by int8 not null,
  applied_by_name text not null,
  applied_at timestamptz not null default now(),
  -- The first of the changes that were applied together, such as a record and its lines. They are undone together.
  together int8,
  undone_by int8,
  undone_by_name text,
  undone_at timestamptz
);
create index studio_change_of on studio_change (kind, name, id desc);
