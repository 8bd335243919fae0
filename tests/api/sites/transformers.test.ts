/** Transformers: their calls, and the current values of their meters (C130–C134). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, type Site, send } from '../../support/telemetry/site.ts';

let server: TestServer;
let operator: Client & { tenantId: number };
let stranger: Client;
let site: Site;
let id: number;

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  stranger = await makeOperator(server);
  site = await makeSite(operator, 'TRA');
  const variable = { deviceSn: site.device.sn, dataType: 'number' as const, kind: 'gauge' as const };
  for (const [code, unit] of [
    ['powerFactor', ''],
    ['oilTemperature', '°C'],
  ] as const)
    await operator.call('deviceVariableCreate', { body: { ...variable, code, name: code, unit } });
  await operator.call('deviceVariableCreate', {
    body: { ...variable, code: 'import', name: 'Imported', unit: 'MWh', kind: 'counter' },
  });
  const made = await operator.call('transformerCreate', {
    body: {
      ...{ stationSn: 'TRA', name: 'T1', rating: 1000, loadLimit: 60 },
      ...{ meterSns: [site.device.sn], deviceSn: site.device.sn },
    },
  });
  ({ id } = made);
});
afterAll(() => server?.stop());

const monitor = (client: Client = operator, transformerId = id) =>
  client.call('transformerMonitoring', { query: { transformerId } });

describe('a transformer', () => {
  it('is listed by station, changed and deleted, and is hidden from other users', async () => {
    const made = await operator.call('transformerCreate', {
      body: { stationSn: 'TRA', name: 'T2', rating: 400 },
    });
    const all = await operator.call('transformerAll', { query: { stationSn: 'TRA' } });
    expect(all.map(({ name }) => name)).toEqual(['T1', 'T2']);
    expect(await operator.call('transformerAll', { query: { stationSn: 'NONE' } })).toEqual([]);
    const body = { id: made.id, version: made.version, rating: 500 };
    expect(await operator.call('transformerUpdate', { body })).toMatchObject({ rating: 500 });
    await expect(stranger.call('transformerDelete', { path: { id: made.id } })).rejects.toMatchObject({
      status: 404,
    });
    await operator.call('transformerDelete', { path: { id: made.id } });
    expect((await operator.call('transformerPage', {})).total).toBe(1);
    expect(await stranger.call('transformerAll', {})).toEqual([]);
    expect(await operator.call('transformerGet', { path: { id } })).toMatchObject({ name: 'T1' });
  });

  it('accepts only meters of its own station, which then cannot be deleted', async () => {
    const other = await makeSite(operator, 'TRB');
    await expect(
      operator.call('transformerCreate', {
        body: { stationSn: 'TRA', name: 'T3', rating: 400, meterSns: [other.device.sn] },
      }),
    ).rejects.toMatchObject({ status: 400 });
    await expect(operator.call('deviceDelete', { path: { id: site.device.id } })).rejects.toMatchObject({
      status: 409,
    });
  });
});

describe('the meters of a transformer', () => {
  it('return nothing before their first report, never zero', async () => {
    expect(await monitor()).toMatchObject({
      ...{ rating: 1000, power: null, loadRate: null, temperature: null, overloaded: null },
      meters: [{ sn: site.device.sn, status: 0, power: null, todayEnergy: null }],
    });
  });

  it('add up to its load, with temperature, factor and the energy of today', async () => {
    const now = Date.now();
    for (const [ts, counted] of [
      [now - 2000, 10],
      [now - 1000, 10.5],
    ] as const)
      expect(
        (
          await send(server.url, site.device, {
            ts,
            values: { power: 450, powerFactor: 0.9, oilTemperature: 61.5, import: counted },
          })
        ).status,
      ).toBe(200);
    const found = await monitor();
    // 450 kW at 0.9 are 500 kVA of 1000.
    expect(found).toMatchObject({ power: 450, loadRate: 50, temperature: 61.5, overloaded: false });
    expect(found.meters).toMatchObject([{ status: 1, powerFactor: 0.9, temperature: 61.5, loadRate: 50 }]);
    expect(found.meters[0]!.todayEnergy).toBeCloseTo(500, 6);
    await send(server.url, site.device, { ts: now, values: { power: 630 } });
    expect(await monitor()).toMatchObject({ loadRate: 70, overloaded: true });
  });

  it('are hidden from users who may not see them', async () => {
    await expect(monitor(stranger)).rejects.toMatchObject({ status: 404 });
    const reader = await joinTenant(server, operator.tenantId, ['transformer:list']);
    await expect(monitor(reader)).rejects.toMatchObject({ status: 403 });
    const narrow = await joinTenant(server, operator.tenantId, ['transformer:get']);
    expect(await monitor(narrow)).toMatchObject({ power: null, meters: [] });
  });
});
