import { sql } from 'kysely';
import type { StationVariable } from '../runtime/core/access/presetRoles.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { Trx } from '../server/platform/db/index.ts';
import { type AnyTrx, type Row, trxAny } from '../server/platform/db/tables/anyTable.ts';
import type { Vault } from '../server/platform/secrets/vault.ts';
import { makeToken } from '../server/sites/telemetry/catalog/deviceToken.ts';
import { seedBoards, seedTenantBoards } from './board.ts';
import { demoCustomers } from './business/customers.ts';
import { findSellers } from './business/sellers.ts';
import {
  collectorSn,
  type DemoPorts,
  linkCollector,
  SIMULATED_CHANNEL,
  seedCollector,
  seedLinks,
} from './links.ts';
import { seedAccess } from './people/access.ts';
import { seedFlows } from './people/flows.ts';
import { seedHolidays } from './people/holidays.ts';
import { seedPeople } from './people/people.ts';
import { seedReference } from './reference.ts';
import { demoReportGroups } from './reports.ts';
import { DAY_MS, startHistory, tickFloor } from './simulator/schedule.ts';
import { stateInitial } from './simulator/simulate.ts';
import { seedAlarmCare } from './sites/alarmCare.ts';
import { seedCameras } from './sites/cameras.ts';
import { coolingDevice, coolingVariables } from './sites/cooling.ts';
import { siteDevices } from './sites/devices.ts';
import { demoDiagram } from './sites/diagram.ts';
import { seedEnergy } from './sites/energy.ts';
import { linkModels, seedModels } from './sites/models.ts';
import { demoThresholds } from './sites/quality.ts';
import { demoRules, demoTasks } from './sites/rules.ts';
import { seedSettlePrices } from './sites/settlePrices.ts';
import { seedSilentMeters } from './sites/silentMeters.ts';
import { type DemoStation, demoStations, TENANT_SOUTH } from './sites/sites.ts';
import { seedTransformer } from './sites/transformers.ts';

/** An arbitrary number, the same in every server. The server that has this lock seeds the demo's sites. */
const SEED_LOCK = 7_203_051_131;
const OFFLINE_AFTER_S = 60;
/** The code of counters that start at zero each day. */
const DAY_COUNTER = 'dayEnergy';
/** Days since the dirty arrays became dirty. */
const SOILED_DAYS = 12;

async function insertRows(trx: AnyTrx, table: string, tenantId: number, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto(table)
      .values(rows.map((row) => ({ tenantId, ...row })))
      .execute();
}

async function seedCustomers(trx: Trx, tenantId: number, lang: SourceLang, now: number): Promise<void> {
  const sellers = await findSellers(trx, tenantId);
  const rows = demoCustomers(tenantId === TENANT_SOUTH, lang, now).map((row, place) => {
    const owner = sellers[place % sellers.length];
    if (!owner) return row;
    return { ...row, ownerId: owner.id, createdBy: owner.id, updatedBy: owner.id };
  });
  await insertRows(trxAny(trx), 'customer', tenantId, rows);
  await seedFavourites(trx, tenantId);
}

/** Adds different favourite customers for each user. */
async function seedFavourites(trx: Trx, tenantId: number): Promise<void> {
  await sql`
    insert into record_mark (tenant_id, entity, record_id, mark, user_id)
    select u.tenant_id, 'customer', c.id, 'favourite', u.id
      from "user" u cross join lateral (
        select id from customer where tenant_id = u.tenant_id order by (id * 7 + u.id) % 11, id limit 4) c
     where u.tenant_id = ${tenantId}`.execute(trx);
}

/** Returns the commands of a device. Only the converter accepts commands: for its power and for its grid connection. */
function steeringOf(type: string, code: string, power: number) {
  if (type === 'pcs' && code === 'setpoint') return { writable: true, minValue: -power, maxValue: power };
  const writable = type === 'pcs' && code === 'gridMode' ? true : null;
  return { writable, minValue: null, maxValue: null };
}

async function seedDevices(
  trx: AnyTrx,
  vault: Vault,
  station: DemoStation,
  lang: SourceLang,
): Promise<StationVariable[]> {
  const { tenantId, site } = station;
  const devices = siteDevices(site, lang).map((device) => ({ ...device, sn: `${site.sn}-${device.suffix}` }));
  const simulated = {
    stationSn: site.sn,
    autoVariables: false,
    simulated: true,
    offlineAfter: OFFLINE_AFTER_S,
    collectorSn: collectorSn(site.sn),
    channelSn: SIMULATED_CHANNEL,
  };
  await seedCollector(trx, station, lang);
  await insertRows(
    trx,
    'device',
    tenantId,
    devices.map(({ sn, name, peakPower, device: { type, model } }) => ({
      sn,
      name,
      peakPower,
      type,
      model,
      ...makeToken(vault, tenantId).stored,
      ...simulated,
    })),
  );
  const variables = devices.flatMap(({ sn, device }) =>
    device.variables.map(({ code, unit, kind, decimals, energyRole, states, ...name }) => ({
      sn: `${sn}-${code}`,
      deviceSn: sn,
      code,
      name: name[lang],
      unit,
      dataType: 'number',
      kind,
      decimals,
      energyRole: energyRole ?? null,
      dailyReset: code === DAY_COUNTER,
      states: states ? JSON.stringify(states.map((state, value) => ({ value, name: state[lang] }))) : null,
      ...steeringOf(device.type, code, site.battery.power),
    })),
  );
  await insertRows(trx, 'deviceVariable', tenantId, variables);
  const { suffix, ...cooling } = coolingDevice;
  const sn = `${site.sn}-${suffix}`;
  const { stored } = makeToken(vault, tenantId);
  await insertRows(trx, 'device', tenantId, [
    { ...cooling, name: cooling.name[lang], ...simulated, sn, ...stored },
  ]);
  const controls = coolingVariables.map((control) => ({
    ...control,
    name: control.name[lang],
    sn: `${sn}-${control.code}`,
    deviceSn: sn,
  }));
  for (const row of controls) await insertRows(trx, 'deviceVariable', tenantId, [row]);
  const types = new Map([
    ...devices.map((device) => [device.sn, device.device.type] as const),
    [sn, cooling.type],
  ]);
  return [...variables, ...controls].map((variable) => ({
    ...{ sn: variable.sn, code: variable.code, unit: variable.unit, deviceSn: variable.deviceSn },
    deviceType: types.get(variable.deviceSn) ?? '',
  }));
}

async function seedRules(trx: AnyTrx, station: DemoStation, lang: SourceLang): Promise<void> {
  const { sn } = station.site;
  const rows = demoRules(station, lang).map(({ device, code, ...rule }) => ({
    operator: null,
    ...rule,
    stationSn: sn,
    deviceSn: device && `${sn}-${device}`,
    variableSn: device && `${sn}-${device}-${code}`,
    enabled: true,
  }));
  await insertRows(trx, 'alarmGenerater', station.tenantId, rows);
}

async function seedTasks(
  trx: AnyTrx,
  { tenantId, site }: DemoStation,
  lang: SourceLang,
  now: number,
): Promise<void> {
  const rows = demoTasks(lang, now).map((task) => ({ ...task, stationSn: site.sn }));
  await insertRows(trx, 'alarmTask', tenantId, rows);
}

/** Returns the users who operate sites. */
async function findOperators(trx: Trx, tenantId: number): Promise<number[]> {
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
  return people.map(({ userId }) => userId);
}

async function seedStation(
  trx: Trx,
  vault: Vault,
  station: DemoStation,
  lang: SourceLang,
  now: number,
): Promise<void> {
  const { tenantId, site } = station;
  await insertRows(trxAny(trx), 'station', tenantId, [
    {
      sn: site.sn,
      name: station.name[lang],
      address: station.address[lang],
      longitude: site.longitude,
      latitude: site.latitude,
      fixLineTelephone: station.telephone,
      contactName: station.contact.name[lang],
      contactPhone: station.contact.phone,
      capacity: site.battery.capacity,
      ratedPower: site.battery.power,
      currency: station.currency,
      powerSupplyType: station.powerSupplyType,
      voltageClass: station.voltageClass,
      dept: station.dept[lang],
      initialTime: station.since,
      timeZone: site.zone,
      companyId: tenantId,
      simulated: true,
    },
  ]);
  const variables = await seedDevices(trxAny(trx), vault, station, lang);
  await seedSilentMeters(trxAny(trx), vault, site.sn, lang);
  await linkCollector(trx, station, now);
  await seedTransformer(trxAny(trx), station, lang);
  await seedSettlePrices(trxAny(trx), station);
  await seedRules(trxAny(trx), station, lang);
  await seedTasks(trxAny(trx), station, lang, now);
  await seedEnergy(trxAny(trx), station, lang, now);
  const [confirmedBy = null] = await findOperators(trx, tenantId);
  await seedCameras(trxAny(trx), station, { confirmedBy, lang, now });
  await insertRows(trxAny(trx), 'qualityThreshold', tenantId, demoThresholds(station));
  await insertRows(trxAny(trx), 'reportGroup', tenantId, demoReportGroups(station, lang, now));
  await insertRows(trxAny(trx), 'deviceDiagram', tenantId, [demoDiagram(station, lang)]);
  await seedBoards(trx, station, variables, lang);
  const anchor = tickFloor(now);
  const soiledFrom = anchor - SOILED_DAYS * DAY_MS;
  const state = JSON.stringify({ ...stateInitial(site, startHistory(anchor)), soiledFrom });
  await sql`insert into simulator_state (tenant_id, station_sn, anchor, state)
    values (${tenantId}, ${site.sn}, ${new Date(anchor).toISOString()}, ${state}::jsonb)`.execute(trx);
}

/**
 * Creates the demo's customers and simulated stations at the first start that needs them, in one transaction. The
 * simulator's progress remains when a station is deleted, so that deleted stations are not created again. Returns
 * false if the demo already exists.
 */
export async function seedDemoData(
  trx: Trx,
  { vault, ports }: { vault: Vault; ports: DemoPorts },
  lang: SourceLang,
  now: number,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(trx);
  const { rows } = await sql`select 1 from simulator_state limit 1`.execute(trx);
  if (rows.length > 0) return false;
  const tenants = new Set(demoStations.map((station) => station.tenantId));
  for (const tenantId of tenants) {
    await seedHolidays(trx, tenantId, lang, now);
    await seedPeople(trx, tenantId, lang, now);
    await seedCustomers(trx, tenantId, lang, now);
    await seedTenantBoards(trx, tenantId, lang);
    await seedLinks(trx, tenantId, ports, lang);
    await seedModels(trx, tenantId, lang);
  }
  for (const station of demoStations) await seedStation(trx, vault, station, lang, now);
  for (const tenantId of tenants) {
    await linkModels(trx, tenantId);
    await seedAlarmCare(trx, tenantId, lang);
    await seedAccess(trx, tenantId, lang, now);
    await seedReference(trx, tenantId, lang);
    await seedFlows(trx, tenantId, lang, now);
  }
  return true;
}
