-- The state that each simulated site has reached, so that its counters go on after a restart. `anchor` ends the stretch that is
-- filled in coarse steps: a fill that was interrupted repeats the same steps and writes the same points.
create table simulator_state (
  tenant_id int4 not null references tenant (id),
  station_sn text not null,
  anchor timestamptz not null,
  state jsonb not null,
  -- When the station began to run live; null while its past is still written.
  live_at timestamptz,
  primary key (tenant_id, station_sn)
);
select enable_tenant_rls('simulator_state');
