-- Where each simulated site stands, so that its counters go on after a restart. `anchor` ends the stretch that is
-- filled in coarse steps: a fill that was interrupted repeats the same steps and writes the same points.
create table simulator_state (
  tenant_id int not null references tenant (id),
  station_sn text not null,
  anchor timestamptz not null,
  state jsonb not null,
  primary key (tenant_id, station_sn)
);
select enable_tenant_rls('simulator_state');
