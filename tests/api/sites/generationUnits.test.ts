/** R050: the output of generation units is compared with the irradiance and with the other units. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator } from '../../support/telemetry/site.ts';

const MINUTE = 60_000;
/** 12:00 to 17:00 on the clock of the station. */
const NOON = Date.parse('2026-06-01T12:00:00+08:00');
const HOURS = 5;
const query = { stationSn: 'GEN', from: '2026-06-01T04:00:00Z', to: '2026-06-01T09:00:00Z' };

let server: TestServer;
let operator: Client & { tenantId: number };
let stranger: Client;

async function makeInverter(sn: string, peakPower: number | null) {
  await operator.call('deviceCreate', {
    body: { sn, name: `Inverter ${sn}`, stationSn: 'GEN', type: 'inverter', peakPower },
  });
  for (const [code, unit] of [
    ['power', 'kW'],
    ['irradiance', 'W/m²'],
    ['dcVoltage', 'V'],
    ['string1Current', 'A'],
    ['string2Current', 'A'],
  ] as const)
    await operator.call('deviceVariableCreate', {
      body: { deviceSn: sn, code, name: code, unit, dataType: 'number', kind: 'gauge', decimals: 3 },
    });
}

const pointsOf = (device: string, values: Readonly<Record<string, number>>) =>
  Array.from({ length: HOURS * 6 }, (_, slot) =>
    Object.entries(values).map(([code, value]) => ({
      ...{ tenantId: operator.tenantId, sn: `${device}-${code}`, value },
      ts: NOON + (slot * 10 + 5) * MINUTE,
    })),
  ).flat();

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  stranger = await makeOperator(server);
  await operator.call('stationCreate', {
    body: { sn: 'GEN', name: 'Generation', timeZone: 'Asia/Shanghai' },
  });
  await makeInverter('GEN-1', 100);
  await makeInverter('GEN-2', 50);
  // 0.5 CNY until 14:30, 1 CNY from then on.
  await operator.call('stationChargeConfigCreate', {
    body: {
      ...{ stationSn: 'GEN', chargeType: 'energy', currency: 'CNY' },
      ...{ effectiveFrom: '2026-01-01', price: 1 },
      periods: [{ start: '00:00', end: '14:30', band: 'valley', price: 0.5 }],
    },
  });
  await ingestPoints(server, [
    // 800 W/m² on 100 kWp with a PR of 0.85. The second unit has half the modules and 20 % less power.
    ...pointsOf('GEN-1', {
      power: 68,
      irradiance: 800,
      dcVoltage: 1000,
      string1Current: 35,
      string2Current: 35,
    }),
    ...pointsOf('GEN-2', {
      power: 27.2,
      irradiance: 800,
      dcVoltage: 1000,
      string1Current: 17,
      string2Current: 10.2,
    }),
  ]);
});
afterAll(() => server?.stop());

const unitsOf = async (client: Client = operator) => client.call('generationUnits', { query });

describe('the generation units of a station', () => {
  it('have their missing energy in kWh, and in money by the price of each hour', async () => {
    const { units, currency, zone } = await unitsOf();
    expect({ currency, zone }).toEqual({ currency: 'CNY', zone: 'Asia/Shanghai' });
    expect(units.map(({ deviceSn, string, verdict }) => [deviceSn, string, verdict])).toEqual([
      ['GEN-1', null, 'ok'],
      ['GEN-1', 1, 'ok'],
      ['GEN-1', 2, 'ok'],
      ['GEN-2', null, 'suspect'],
      ['GEN-2', 1, 'ok'],
      ['GEN-2', 2, 'suspect'],
    ]);
    const bad = units[3]!;
    expect(bad).toMatchObject({ basis: 'irradiance', completeness: 100, isLonger: true, clearHours: HOURS });
    expect(bad.suspectSince).toBe(new Date(NOON).toISOString());
    expect(bad.pr).toBeCloseTo(0.68, 9);
    expect(bad.ratio).toBeCloseTo(0.8, 9);
    expect(bad.energy).toBeCloseTo(136, 9);
    expect(bad.expected).toBeCloseTo(170, 9);
    // 6.8 kWh an hour: 2.5 hours at 0.5 and 2.5 hours at 1.
    expect(bad.loss).toBeCloseTo(34, 9);
    expect(bad.lossMoney).toBe('25.50');
    expect(units[0]).toMatchObject({ loss: 0, lossMoney: '0.00' });
  });

  it('are only compared with each other without sensors', async () => {
    const sensor = (await operator.call('deviceVariablePage', { query: { size: 50 } })).records.find(
      ({ sn }) => sn === 'GEN-2-irradiance',
    )!;
    const change = (enabled: boolean, version: number) =>
      operator.call('deviceVariableUpdate', { body: { id: sensor.id, version, enabled } });
    const { version } = await change(false, sensor.version);
    const { units } = await unitsOf();
    expect(units[3]).toMatchObject({ basis: 'neighbours', pr: null, verdict: 'suspect' });
    await change(true, version);
  });

  it('contain the asset of the device, and its defect if it exists', async () => {
    expect((await unitsOf()).units[3]).toMatchObject({ assetId: null, defect: null });
    const asset = await operator.call('assetCreate', {
      body: {
        stationSn: 'GEN',
        deviceSn: 'GEN-2',
        name: 'Inverter 2',
        category: 'inverter',
        commissioned: '2026-01-01',
      },
    });
    expect((await unitsOf()).units[3]).toMatchObject({ assetId: asset.id, defect: null });
    const { id } = await operator.call('defectRecordCreate', {
      body: {
        assetId: asset.id,
        name: 'Soiled',
        level: 'general',
        foundOn: '2026-06-01',
        state: 'reported',
        outage: false,
      },
    });
    expect((await unitsOf()).units[3]).toMatchObject({ defect: { id, name: 'Soiled' } });
    const reader = await joinTenant(server, operator.tenantId, [
      'station:get',
      'deviceVariable:list',
      'device:list',
    ]);
    expect((await unitsOf(reader)).units[3]).toMatchObject({
      verdict: 'suspect',
      assetId: null,
      defect: null,
    });
  });

  it('are hidden from other users, and cover at most one year', async () => {
    await expect(unitsOf(stranger)).rejects.toMatchObject({ status: 404 });
    const none = await joinTenant(server, operator.tenantId, ['deviceVariable:list']);
    await expect(unitsOf(none)).rejects.toMatchObject({ status: 403 });
    const long = { ...query, from: '2020-01-01T00:00:00Z' };
    expect((await ask(operator, 'generationUnits', { query: long })).status).toBe(400);
    const future = { ...query, from: '2030-01-01T00:00:00Z', to: '2030-01-02T00:00:00Z' };
    const { units } = await operator.call('generationUnits', { query: future });
    expect(units.every(({ energy, verdict }) => energy === null && verdict !== 'suspect')).toBe(true);
  });
});
