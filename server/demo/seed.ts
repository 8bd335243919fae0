import { sql } from 'kysely';
import type { StationVariable } from '../../runtime/core/presetRoles.ts';
import type { Trx } from '../db/index.ts';
import { token_generate } from '../entities/hooks.ts';
import { type AnyTrx, type Row, trx_any } from '../entities/query.ts';
import { type CatalogueDevice, catalogue, INVERTER } from '../links/simulator/catalogue.ts';
import { history_start, tick_floor } from '../links/simulator/schedule.ts';
import { state_initial } from '../links/simulator/simulate.ts';
import type { SiteSpec } from '../links/simulator/site.ts';
import { boards_seed, fleet_seed } from './board.ts';
import { demoCameras } from './cameras.ts';
import { coolingDevice, coolingVariables } from './cooling.ts';
import { demoCustomers } from './customers.ts';
import { energy_seed } from './energy.ts';
import { demoOrders } from './orders.ts';
import { people_seed } from './people.ts';
import { demoRules, demoTasks } from './rules.ts';
import { type DemoStation, demoStations, TENANT_SOUTH } from './sites.ts';

/** Any number, the same in every server: who holds it seeds the demo's sites. */
const SEED_LOCK = 7_203_051_131;
const OFFLINE_AFTER_S = 60;

async function rows_insert(
  trx: AnyTrx,
  table: string,
  tenantId: number,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto(table)
      .values(rows.map((row) => ({ tenantId, ...row })))
      .execute();
}

interface Seller {
  id: number;
  name: string;
}

/** Who sells: those with the role, else the administrators. */
async function sellers_find(trx: Trx, tenantId: number): Promise<Seller[]> {
  const people = await trx
    .selectFrom('user')
    .innerJoin('userRole', (join) =>
      join.onRef('userRole.userId', '=', 'user.id').onRef('userRole.tenantId', '=', 'user.tenantId'),
    )
    .innerJoin('role', (join) =>
      join.onRef('role.id', '=', 'userRole.roleId').onRef('role.tenantId', '=', 'userRole.tenantId'),
    )
    .select(['user.id', 'user.name', 'role.key'])
    .where('user.tenantId', '=', tenantId)
    .where('role.key', 'in', ['sales', 'administrator'])
    .orderBy('user.id')
    .execute();
  const sellers = people.filter(({ key }) => key === 'sales');
  return sellers.length > 0 ? sellers : people;
}

async function customers_seed(trx: Trx, tenantId: number, now: number): Promise<void> {
  const sellers = await sellers_find(trx, tenantId);
  const rows = demoCustomers(tenantId === TENANT_SOUTH, now).map((row, place) => {
    const owner = sellers[place % sellers.length];
    if (!owner) return row;
    return { ...row, ownerId: owner.id, ownerName: owner.name, createdBy: owner.id, updatedBy: owner.id };
  });
  await rows_insert(trx_any(trx), 'customer', tenantId, rows);
}

/** The devices of a site: the catalogue's, with one inverter for each array. */
function site_devices(site: SiteSpec): { suffix: string; name: string; device: CatalogueDevice }[] {
  return catalogue.flatMap((device) =>
    device.device === INVERTER
      ? site.arrays.map((array, i) => ({ suffix: array.device, name: `${device.zh} ${i + 1}`, device }))
      : [{ suffix: device.device, name: device.zh, device }],
  );
}

async function devices_seed(trx: AnyTrx, { tenantId, site }: DemoStation): Promise<StationVariable[]> {
  const devices = site_devices(site).map((one) => ({ ...one, sn: `${site.sn}-${one.suffix}` }));
  const simulated = {
    stationSn: site.sn,
    autoVariables: false,
    simulated: true,
    offlineAfter: OFFLINE_AFTER_S,
  };
  await rows_insert(
    trx,
    'device',
    tenantId,
    devices.map(({ sn, name, device: { type, model } }) => ({
      sn,
      name,
      type,
      model,
      token: token_generate(),
      ...simulated,
    })),
  );
  const variables = devices.flatMap(({ sn, device }) =>
    device.variables.map(({ code, unit, kind, decimals, zh, energyRole, states }) => ({
      sn: `${sn}-${code}`,
      deviceSn: sn,
      code,
      name: zh,
      unit,
      dataType: 'number',
      kind,
      decimals,
      energyRole: energyRole ?? null,
      states: states ? JSON.stringify(states) : null,
    })),
  );
  await rows_insert(trx, 'deviceVariable', tenantId, variables);
  const { suffix, ...cooling } = coolingDevice;
  const sn = `${site.sn}-${suffix}`;
  await rows_insert(trx, 'device', tenantId, [{ ...cooling, ...simulated, sn, token: token_generate() }]);
  const controls = coolingVariables.map((one) => ({ ...one, sn: `${sn}-${one.code}`, deviceSn: sn }));
  for (const row of controls) await rows_insert(trx, 'deviceVariable', tenantId, [row]);
  const types = new Map([...devices.map((one) => [one.sn, one.device.type] as const), [sn, cooling.type]]);
  return [...variables, ...controls].map((one) => ({
    ...{ sn: one.sn, code: one.code, unit: one.unit, deviceSn: one.deviceSn },
    deviceType: types.get(one.deviceSn) ?? '',
  }));
}

async function rules_seed(trx: AnyTrx, station: DemoStation): Promise<void> {
  const { sn } = station.site;
  const rows = demoRules(station).map(({ device, code, ...rule }) => ({
    operator: null,
    ...rule,
    stationSn: sn,
    deviceSn: device && `${sn}-${device}`,
    variableSn: device && `${sn}-${device}-${code}`,
    enabled: true,
  }));
  await rows_insert(trx, 'alarmGenerater', station.tenantId, rows);
}

async function tasks_seed(trx: AnyTrx, { tenantId, site }: DemoStation): Promise<void> {
  const rows = demoTasks.map((task) => ({ ...task, stationSn: site.sn }));
  await rows_insert(trx, 'alarmTask', tenantId, rows);
}

/** Those who run sites do the work; where there is nobody yet it waits for somebody. */
async function orders_seed(trx: Trx, { tenantId, site }: DemoStation, now: number): Promise<void> {
  const people = await trx
    .selectFrom('userRole as l')
    .innerJoin('role as r', (join) =>
      join.onRef('r.tenantId', '=', 'l.tenantId').onRef('r.id', '=', 'l.roleId'),
    )
    .select('l.userId')
    .where('l.tenantId', '=', tenantId)
    .where('r.key', '=', 'operator')
    .orderBy('l.userId')
    .execute();
  const handlers = people.map(({ userId }) => userId);
  for (const row of demoOrders(site.sn, handlers, now))
    await rows_insert(trx_any(trx), 'siteWorksheet', tenantId, [row]);
}

async function station_seed(trx: Trx, station: DemoStation, now: number): Promise<void> {
  const { tenantId, site } = station;
  await rows_insert(trx_any(trx), 'station', tenantId, [
    {
      sn: site.sn,
      name: station.name,
      address: station.address,
      longitude: site.longitude,
      latitude: site.latitude,
      fixLineTelephone: station.telephone,
      capacity: site.battery.capacity,
      ratedPower: site.battery.power,
      powerSupplyType: station.powerSupplyType,
      voltageClass: station.voltageClass,
      initialTime: station.since,
      timeZone: site.zone,
      companyId: tenantId,
      simulated: true,
    },
  ]);
  const variables = await devices_seed(trx_any(trx), station);
  await rules_seed(trx_any(trx), station);
  await tasks_seed(trx_any(trx), station);
  await energy_seed(trx_any(trx), station, now);
  await orders_seed(trx, station, now);
  await rows_insert(trx_any(trx), 'ipc', tenantId, demoCameras(site.sn));
  await boards_seed(trx, station, variables);
  const anchor = tick_floor(now);
  const state = JSON.stringify(state_initial(site, history_start(anchor)));
  await sql`insert into simulator_state (tenant_id, station_sn, anchor, state)
    values (${tenantId}, ${site.sn}, ${new Date(anchor).toISOString()}, ${state}::jsonb)`.execute(trx);
}

/**
 * The demo's customers and simulated stations, all or nothing, in the first start that wants them. The simulator's
 * places stay when a station is deleted, so what somebody removed does not come back. False when it was there.
 */
export async function demo_seed(trx: Trx, now: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(trx);
  const { rows } = await sql`select 1 from simulator_state limit 1`.execute(trx);
  if (rows.length > 0) return false;
  for (const tenantId of new Set(demoStations.map((station) => station.tenantId))) {
    await people_seed(trx, tenantId, now);
    await customers_seed(trx, tenantId, now);
    await fleet_seed(trx, tenantId);
  }
  for (const station of demoStations) await station_seed(trx, station, now);
  return true;
}
