-- The means of ten minutes of a day of a variable, kept once the day is over: 144 values from midnight UTC on, NaN where
-- nothing was recorded. `stamp` follows from the hours that they were made beside: another one says that points came since.
create table mean_day (
  tenant_id   int4 not null,
  variable_id int4 not null,
  day         date not null,
  means       float8[] not null,
  stamp       int8 not null,
  primary key (tenant_id, variable_id, day)
);
select enable_tenant_rls('mean_day');
