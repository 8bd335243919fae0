-- The server processes that run over this database. One that is here without the advisory lock of its name has died.
create table server_process (
  id text primary key,
  roles text[] not null,
  started_at timestamptz not null default now(),
  died_at timestamptz
);
