-- A number that changes with what a bucket was counted from; null where its points only ever came one behind the other.
alter table rollup_hour add column mark int8;
alter table rollup_day add column mark int8;
alter table rollup_month add column mark int8;
