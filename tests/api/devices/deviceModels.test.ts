/** Device models: their calls, and devices that get variables and alarm rules from them in one step. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { settleAlarms } from '../../support/calls/inside.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, send, until } from '../../support/telemetry/site.ts';

let server: TestServer;
let operator: Client & { tenantId: number };
let stranger: Client;
let modelId: number;

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  stranger = await makeOperator(server);
  await makeSite(operator, 'MOD');
  const model = await operator.call('deviceModelCreate', {
    body: {
      ...{ name: 'M-1', manufacturer: 'Maker', type: 'meter', offlineAfter: 90 },
      registers: [
        { code: 'power', name: 'Power', unit: 'kW', decimals: 1, alarmThreshold: 50, alarmLevel: 'major' },
        { code: 'energy', name: 'Energy', unit: 'kWh', kind: 'counter', address: 40, area: 'holding' },
      ],
    },
  });
  modelId = model.id;
});
afterAll(() => server?.stop());

const variables = async (deviceSn: string) =>
  (await operator.call('deviceVariablePage', { query: { search: deviceSn, size: 100 } })).records.filter(
    (variable) => variable.deviceSn === deviceSn,
  );
const rules = async (deviceSn: string) =>
  (await operator.call('alarmGeneraterPage', { query: { size: 100 } })).records.filter(({ variableSn }) =>
    variableSn?.startsWith(`${deviceSn}-`),
  );
const makeDevice = (sn: string, more: object = {}, client: Client = operator) =>
  client.call('deviceCreate', { body: { sn, name: `Device ${sn}`, stationSn: 'MOD', modelId, ...more } });

describe('a device model', () => {
  it('is read with its registers, found by type and page, changed and deleted', async () => {
    const made = await operator.call('deviceModelCreate', {
      body: { name: 'M-2', type: 'inverter', registers: [{ code: 'power', name: 'Power' }] },
    });
    const { id, version } = made;
    expect(await operator.call('deviceModelGet', { path: { id } })).toMatchObject({
      name: 'M-2',
      registerCount: 1,
      registers: [{ code: 'power', kind: 'gauge', dataType: 'number' }],
    });
    const found = await operator.call('deviceModelFind', {
      body: { current: 1, size: 15, type: 'inverter' },
    });
    expect(found).toMatchObject({ total: 1, size: 15, records: [{ name: 'M-2' }] });
    expect((await operator.call('deviceModelFind', { body: { search: 'maker' } })).records).toMatchObject([
      { name: 'M-1' },
    ]);
    expect(
      (await operator.call('deviceModelPage', { query: { pageNum: 2, pageSize: 1 } })).records,
    ).toHaveLength(1);
    expect(await operator.call('deviceModelAll', {})).toEqual([
      expect.objectContaining({ id: modelId, name: 'M-1', manufacturer: 'Maker' }),
      expect.objectContaining({ id, name: 'M-2' }),
    ]);
    const off = await operator.call('deviceModelUpdate', { body: { id, version, enabled: false } });
    expect(off.enabled).toBe(false);
    // Users cannot choose a disabled model in any way.
    expect((await operator.call('deviceModelAll', {})).map(({ name }) => name)).toEqual(['M-1']);
    await expect(makeDevice('MOD-OFF', { modelId: id })).rejects.toMatchObject({ status: 400 });
    await operator.call('deviceModelDelete', { path: { id } });
    await expect(operator.call('deviceModelGet', { path: { id } })).rejects.toMatchObject({ status: 404 });
  });

  it('refuses two registers with one key, and a second model of the same name', async () => {
    const register = { code: 'power', name: 'Power' };
    await expect(
      operator.call('deviceModelCreate', {
        body: { name: 'M-3', type: 'meter', registers: [register, register] },
      }),
    ).rejects.toMatchObject({ status: 409 });
    await expect(
      operator.call('deviceModelCreate', { body: { name: 'M-1', type: 'meter' } }),
    ).rejects.toMatchObject({ status: 409 });
  });

  it('is hidden from other users', async () => {
    await expect(stranger.call('deviceModelGet', { path: { id: modelId } })).rejects.toMatchObject({
      status: 404,
    });
    expect(await stranger.call('deviceModelAll', {})).toEqual([]);
    expect((await stranger.call('deviceModelRegisterPage', {})).total).toBe(0);
    const reader = await joinTenant(server, operator.tenantId, ['deviceModel:list']);
    await expect(
      reader.call('deviceModelCreate', { body: { name: 'M-9', type: 'meter' } }),
    ).rejects.toMatchObject({ status: 403 });
  });

  it('shows its registers to users who may list them', async () => {
    const { records } = await operator.call('deviceModelRegisterPage', {});
    expect(records.map(({ code }) => code)).toEqual(['power', 'energy']);
    const { id } = records[0]!;
    expect(await operator.call('deviceModelRegisterGet', { path: { id } })).toMatchObject({ code: 'power' });
  });
});

describe('a device of a model', () => {
  it('gets the variables and alarm rules of the model, its type and its limit when it is created', async () => {
    const device = await makeDevice('MOD-D1');
    expect(device).toMatchObject({ type: 'meter', model: 'M-1', offlineAfter: 90 });
    expect(await variables('MOD-D1')).toMatchObject([
      { sn: 'MOD-D1-energy', unit: 'kWh', kind: 'counter' },
      { sn: 'MOD-D1-power', unit: 'kW', decimals: 1, kind: 'gauge' },
    ]);
    expect(await rules('MOD-D1')).toMatchObject([
      { name: 'Power > 50 kW', threshold: 50, level: 'major', stationSn: 'MOD', variableSn: 'MOD-D1-power' },
    ]);
    expect(await operator.call('deviceModelGet', { path: { id: modelId } })).toMatchObject({ devices: 1 });

    // The alarm rule applies immediately. It need not be saved again.
    expect((await send(server.url, device, { power: 80 })).status).toBe(200);
    const alarms = await until(
      async () => {
        await settleAlarms(server);
        return (await operator.call('alarmSummarys', { body: {} })).records;
      },
      (found) => found.length > 0,
    );
    expect(alarms).toMatchObject([{ variableSn: 'MOD-D1-power' }]);
  });

  it('can also be imported, and keeps its own settings if the model is set later', async () => {
    const form = new FormData();
    const csv = 'Device number,Device name,Station,Device model\nMOD-F1,From file,MOD,M-1\n';
    form.append('file', new Blob([csv], { type: 'text/csv' }), 'rows.csv');
    expect(await operator.call('deviceImport', { form })).toMatchObject({ imported: 1 });
    expect(await variables('MOD-F1')).toHaveLength(2);

    const late = await makeDevice('MOD-L1', { modelId: undefined, type: 'meter' });
    const own = { deviceSn: 'MOD-L1', code: 'power', name: 'My power', unit: 'MW' };
    await operator.call('deviceVariableCreate', { body: { ...own, dataType: 'number', kind: 'gauge' } });
    await operator.call('deviceUpdate', { body: { id: late.id, version: late.version, modelId } });
    expect((await variables('MOD-L1')).map(({ name }) => name).sort()).toEqual(['Energy', 'My power']);
    expect(await rules('MOD-L1')).toEqual([]);
  });

  it('is not created by a user without the permission for variables and rules: all or nothing', async () => {
    const fitter = await joinTenant(server, operator.tenantId, [
      'device:*',
      'station:list',
      'deviceModel:list',
    ]);
    await expect(makeDevice('MOD-N1', {}, fitter)).rejects.toMatchObject({ status: 403 });
    await expect(operator.call('deviceBySn', { path: { id: 'MOD-N1' } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(makeDevice('MOD-N2', {}, stranger)).rejects.toMatchObject({ status: 400 });
  });

  it('is copied with its station in its current state', async () => {
    const before = (await variables('MOD-D1')).find(({ code }) => code === 'energy')!;
    await operator.call('deviceVariableUpdate', {
      body: { id: before.id, version: before.version, name: 'Renamed' },
    });
    const { records } = await operator.call('stationPage');
    const { id } = records.find(({ sn }) => sn === 'MOD')!;
    await operator.call('stationCopy', { body: { id, sn: 'MOE', name: 'Copy' } });
    expect((await variables('MOE-D1')).map(({ name }) => name).sort()).toEqual(['Power', 'Renamed']);
    expect(await operator.call('deviceBySn', { path: { id: 'MOE-D1' } })).toMatchObject({ modelId });
    expect(await rules('MOE-D1')).toHaveLength(1);
  });
});
