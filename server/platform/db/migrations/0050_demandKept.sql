-- The highest quarter hours of months that are over. Another meter or roll-up makes a month anew; points that retention
-- deleted cannot be counted again, so that their month stays as it was.
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
