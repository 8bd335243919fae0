-- Since when points can come in without an interruption, and when that was last so: one row, by the clock of the database.
create table listening (
  one boolean primary key default true check (one),
  since timestamptz not null,
  at timestamptz not null
);
