-- The running day is kept as far as its hours have ended: `slots` values count, and `stamp` follows from the hours before
-- their end. What comes later is added to them.
alter table mean_day add column slots int2 not null default 144;
