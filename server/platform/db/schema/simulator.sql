-- The progress of each simulated station, so that its counters continue after a restart. `anchor` is the end of the
-- period that is filled in coarse steps. An interrupted fill repeats the same steps and writes the same points.
create table simulator_state (
  tenant_id int4 not null references tenant (id),
  station_sn text not null,
  anchor timestamptz not null,
  state jsonb not null,
  -- Time at which the simulation changed to real time. Null while history is still being written.
  live_at timestamptz,
  primary key (tenant_id, station_sn)
);
select enable_tenant_rls('simulator_state');
