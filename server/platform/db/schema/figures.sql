-- Figures of sites that are stored once their time is over: kept reports, means, profits, demand.

-- The figures of a kept report, beside its record: lists of reports need not carry them.
create table history_report_table (
  tenant_id int4 not null references tenant (id),
  id int8 not null,
  body jsonb not null,
  primary key (tenant_id, id)
);
select enable_tenant_rls('history_report_table');

-- The ten-minute means of a variable for a day: 144 values from midnight UTC, NaN where nothing was recorded. Of the
-- running day `slots` values are valid, for the hours that have ended. `stamp` is derived from the roll-ups of those hours:
-- another one shows that points came later.
create table mean_day (
  tenant_id   int4 not null,
  variable_id int4 not null,
  day         date not null,
  means       float8[] not null,
  stamp       int8 not null,
  slots       int2 not null default 144,
  primary key (tenant_id, variable_id, day)
);
select enable_tenant_rls('mean_day');

-- Profits of stations for past days, and for months up to the last such day, by the calendar of each station. `bands` has
-- the exact energies and costs by price band, and `amount` the money of the bill; null: nothing counted.
create table profit_kept (
  tenant_id int4 not null references tenant (id),
  span text not null check (span in ('day', 'month')),
  start date not null,
  station_sn text not null,
  currency text not null,
  amount numeric,
  bands jsonb not null,
  primary key (tenant_id, span, start, station_sn, currency)
);
select enable_tenant_rls('profit_kept');

-- The months of stations in `profit_kept`, with the settings that they were counted by: a change of meter, price or
-- roll-up counts them again.
create table profit_book (
  tenant_id int4 not null references tenant (id),
  month date not null,
  station_sn text not null,
  -- The first day that is not counted.
  until date not null,
  settings text not null,
  stamp int8 not null,
  primary key (tenant_id, month, station_sn)
);
select enable_tenant_rls('profit_book');

-- The highest quarter hours of past months. A change of meter or roll-up counts a month again. Points that retention
-- deleted cannot be counted again, so their month is left as it is.
create table demand_kept (
  tenant_id int4 not null references tenant (id),
  station_sn text not null,
  month date not null,
  settings text not null,
  stamp int8 not null,
  judged jsonb not null,
  primary key (tenant_id, station_sn, month)
);
select enable_tenant_rls('demand_kept');
