/** R072: returns the cells of all batteries of a station. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator } from '../../support/telemetry/site.ts';

const query = { stationSn: 'CELLS' };
const MINUTE = 60_000;

let server: TestServer;
let operator: Client & { tenantId: number };

const addVariable = (deviceSn: string, code: string, unit: string) =>
  operator.call('deviceVariableCreate', {
    body: { deviceSn, code, name: code, unit, dataType: 'number', kind: 'gauge', decimals: 3 },
  });

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  await operator.call('stationCreate', { body: { sn: 'CELLS', name: 'Cells', timeZone: 'Asia/Shanghai' } });
  for (const [sn, type] of [
    ['CELLS-1', 'battery'],
    ['CELLS-PCS', 'pcs'],
  ] as const)
    await operator.call('deviceCreate', {
      body: { sn, name: `Device ${sn}`, stationSn: 'CELLS', type, offlineAfter: 60 },
    });
  for (const code of ['cellVoltage_2_1', 'cellVoltage_1_10', 'cellVoltage_1_9', 'cellVoltageMax'])
    await addVariable('CELLS-1', code, 'V');
  await addVariable('CELLS-1', 'cell_temp_4', '°C');
  await addVariable('CELLS-PCS', 'cellVoltage_1_1', 'V');
  const now = Date.now();
  const point = (code: string, value: number, ts: number) => ({
    ...{ tenantId: operator.tenantId, sn: `CELLS-1-${code}`, value, ts },
  });
  await ingestPoints(server, [
    point('cellVoltage_1_9', 3.31, now),
    point('cellVoltage_1_10', 3.29, now - 5 * MINUTE),
    point('cell_temp_4', 31.5, now),
  ]);
});
afterAll(() => server?.stop());

it('are in the order of their places, by quantity, and marked when out of date', async () => {
  const [voltages, temperatures, ...more] = await operator.call('batteryCells', { query });
  expect(more).toEqual([]);
  expect(voltages).toMatchObject({
    deviceName: 'Device CELLS-1',
    quantity: 'voltage',
    unit: 'V',
    decimals: 3,
  });
  expect(
    voltages?.cells.map(({ cluster, pack, cell, value, stale }) => [cluster, pack, cell, value, stale]),
  ).toEqual([
    [null, 1, 9, 3.31, false],
    [null, 1, 10, 3.29, true],
    [null, 2, 1, null, true],
  ]);
  expect(temperatures).toMatchObject({ quantity: 'temperature', unit: '°C' });
  expect(temperatures?.cells.map(({ pack, cell, value }) => [pack, cell, value])).toEqual([[null, 4, 31.5]]);
});

it('are hidden from other users, and exclude devices that the caller may not list', async () => {
  const stranger = await makeOperator(server);
  await expect(stranger.call('batteryCells', { query })).rejects.toMatchObject({ status: 404 });
  const none = await joinTenant(server, operator.tenantId, ['deviceVariable:list', 'device:list']);
  await expect(none.call('batteryCells', { query })).rejects.toMatchObject({ status: 403 });
});
