-- A record and its lines are applied, and taken back, together: the first of these changes names them all.
alter table studio_change add column together int8;
