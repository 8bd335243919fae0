-- What stations earned in days that are over, and in months up to the last such day, by the calendar of each. `bands` has
-- the exact energies and costs by the band of the price, of which `amount` is the money of the bill; null: nothing counted.
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

-- The months of stations that are kept, with what they were counted by: another meter, price or roll-up makes them anew.
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
