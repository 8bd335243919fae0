/** A mobile storage unit with its station, its device on board and a customer who rents it. */
import type { Device, MobileRental, MobileSession, MobileUnit } from '../../../generated/types.ts';
import type { Client } from '../calls/client.ts';
import { ingestPoints } from '../calls/inside.ts';
import type { TestServer } from '../server/server.ts';
import { until } from '../telemetry/site.ts';

export interface Mobile {
  unit: MobileUnit;
  device: Device;
  customerId: number;
  /** Counter of the energy that it delivered. */
  counter: string;
}

export const ZONE = 'Asia/Shanghai';
/** Returns a moment of November 2026 on the clock of the unit. */
export const at = (day: number, time: string): number =>
  Date.parse(`2026-11-${String(day).padStart(2, '0')}T${time}:00+08:00`);
export const iso = (day: number, time: string): string => new Date(at(day, time)).toISOString();

const VARIABLES = [
  ['soc', '%', 'gauge'],
  ['power', 'kW', 'gauge'],
  ['longitude', '°', 'gauge'],
  ['latitude', '°', 'gauge'],
  ['dischargeEnergy', 'kWh', 'counter'],
] as const;

/** Valley at night, peaks before noon and in the evening, and 0.80 at other times. */
export const TERMS = {
  currency: 'CNY' as const,
  price: 0.8,
  periods: [
    { start: '22:00', end: '08:00', band: 'valley' as const, price: 0.4 },
    { start: '08:00', end: '12:00', band: 'peak' as const, price: 1.2 },
    { start: '17:00', end: '22:00', band: 'peak' as const, price: 1.2 },
  ],
  minimumFee: '500.00',
  costPrice: 0.45,
};

export async function makeMobile(client: Client, sn: string): Promise<Mobile> {
  await client.call('stationCreate', { body: { sn, name: `Unit ${sn}`, kind: 'mobile', timeZone: ZONE } });
  const device = await client.call('deviceCreate', {
    body: { sn: `${sn}-UNIT`, name: 'On board', stationSn: sn, type: 'battery', offlineAfter: 600 },
  });
  for (const [code, unit, kind] of VARIABLES)
    await client.call('deviceVariableCreate', {
      body: {
        ...{ deviceSn: device.sn, code, name: code, unit, dataType: 'number', kind },
        ...(kind === 'counter' ? { energyRole: 'discharge' } : {}),
      },
    });
  const { id: customerId } = await client.call('intoCustomer', { body: { name: `Customer of ${sn}` } });
  const unit = await client.call('mobileUnitCreate', {
    body: {
      ...{ name: `Truck ${sn}`, plate: '苏E·D2301', stationSn: sn, deviceSn: device.sn, capacity: 400 },
      ...{ driverName: 'Li Wei', driverPhone: '13800010001', ...TERMS },
    },
  });
  return { unit, device, customerId, counter: `${device.sn}-dischargeEnergy` };
}

export const book = (
  client: Client,
  { unit, customerId }: Pick<Mobile, 'unit' | 'customerId'>,
  [startsAt, endsAt]: readonly [string, string],
  more: object = {},
): Promise<MobileRental> =>
  client.call('mobileRentalCreate', {
    body: { unitId: unit.id, customerId, startsAt, endsAt, currency: 'CNY', ...more },
  });

export async function move(
  client: Client,
  entity: 'mobileRental' | 'mobileSession',
  id: number,
  name: string,
  form: object = {},
): Promise<void> {
  const { version } = await client.call(`${entity}Get`, { path: { id } });
  await client.call('recordTransition', { path: { entity, id }, body: { name, version, form } });
}

/** Adds a use that began and ended. Returns its id. */
export async function use(
  client: Client,
  rentalId: number,
  [startsAt, endsAt]: readonly [string, string],
): Promise<number> {
  const { id } = await client.call('mobileSessionCreate', { body: { rentalId, startsAt } });
  await move(client, 'mobileSession', id, 'finish', { endsAt });
  return id;
}

export const counted = (client: Client, id: number): Promise<MobileSession> =>
  until(
    () => client.call('mobileSessionGet', { path: { id } }),
    ({ state }) => state === 'counted',
  );

const STEP_MS = 300_000;

/** Stores readings every five minutes that change evenly from one moment and value to another. */
export async function ramp(
  server: TestServer,
  client: { tenantId: number },
  sn: string,
  [from, first]: readonly [number, number],
  [to, last]: readonly [number, number],
): Promise<void> {
  const points = [];
  for (let ts = from; ts <= to; ts += STEP_MS)
    points.push({ ts, value: first + ((last - first) * (ts - from)) / (to - from || 1) });
  await ingestPoints(
    server,
    points.map((point) => ({ tenantId: client.tenantId, sn, ...point })),
  );
}
