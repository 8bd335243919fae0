-- Documents and statistics are changed while the platform runs, too.
alter table studio_change drop constraint studio_change_kind_check;
alter table studio_change add constraint studio_change_kind_check
  check (kind in ('entity', 'page', 'dashboard', 'document', 'statistic'));
