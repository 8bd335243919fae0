-- Figures of stations that are stored once their period is over: kept reports, means, profits, demand.

-- The figures of a kept report, separate from its record, so that lists of reports need not read them.
create table history_report_table (
  tenant_id int4 not null references tenant (id),
  id int8 not null,
  body jsonb not null,
  primary key (tenant_id, id)
);
select enable_tenant_rls('history_report_table');

-- The ten-minute means of a variable for a day: 144 values from midnight UTC, NaN without data. For the current day
-- only the first `slots` values are valid, for the hours that have ended. `stamp` is derived from the roll-ups of these
-- hours. A different stamp shows that late points have arrived.
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

-- Profits of stations for past days, and for months up to the last such day, by the calendar of each station. `bands`
-- contains the exact energies and costs by price band. `amount` is the money of the bill. Null: nothing was counted.
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

-- The months of stations in `profit_kept`, with the settings of their computation. After a change of meter, price or
-- roll-up, they are computed again.
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

-- The highest quarter hours of past months. After a change of meter or roll-up, a month is computed again. Months whose
-- points were deleted by retention are left unchanged.
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
