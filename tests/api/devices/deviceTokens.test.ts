/** A copy of the database reveals no device token. Users with the permission can still read the tokens. */
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { deviceTokens, setDeviceToken } from '../../support/calls/inside.ts';
import { dumpTexts, readRows } from '../../support/calls/world.ts';
import { exportTable, tableCells } from '../../support/records/excel.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, type Site, send } from '../../support/telemetry/site.ts';

let server: TestServer;
let operator: Client & { tenantId: number };
let site: Site;

beforeAll(async () => {
  server = await startServer({ demo: true });
  operator = await makeOperator(server);
  site = await makeSite(operator, 'KEPT');
});
afterAll(() => server?.stop());

const tokenOf = async (sn: string): Promise<string> =>
  String((await operator.call('deviceBySn', { path: { id: sn } })).token);

async function importDevice(): Promise<string> {
  const form = new FormData();
  const rows = 'Device number,Device name,Station,Device type\nKEPT-I,Imported,KEPT,load\n';
  form.append('file', new Blob([rows], { type: 'text/csv' }), 'rows.csv');
  expect(await operator.call('deviceImport', { form })).toMatchObject({ imported: 1 });
  return tokenOf('KEPT-I');
}

/** Provisions a device with the key of its station. A user then claims it. */
async function provisionDevice(): Promise<string> {
  const { key, secret } = await operator.call('stationProvisioningRenew', { path: { stationSn: 'KEPT' } });
  const body = { deviceName: 'KEPT-P', provisionDeviceKey: key, provisionDeviceSecret: secret };
  const answered = await operator.request('deviceProvision', { body });
  const { credentialsValue: token } = (await answered.json()) as { credentialsValue: string };
  const offer = { secretKey: 's3', durationMs: 60_000 };
  await operator.request('deviceClaimOffer', { path: { deviceToken: token }, body: offer });
  await operator.call('deviceClaim', { body: { name: 'KEPT-P', secretKey: 's3' } });
  expect(await tokenOf('KEPT-P')).toBe(token);
  return token;
}

async function copyDevice(): Promise<string> {
  await operator.call('stationCopy', { body: { id: site.station.id, sn: 'COPY', name: 'Copy' } });
  return tokenOf('COPY-M1');
}

async function renewToken(): Promise<string> {
  const { id } = await operator.call('deviceBySn', { path: { id: 'COPY-P' } });
  return String((await operator.call('deviceTokenRenew', { path: { id } })).token);
}

async function deleteDevice(): Promise<string> {
  const body = { sn: 'KEPT-D', name: 'Deleted', stationSn: 'KEPT', type: 'meter' as const };
  const { id, token } = await operator.call('deviceCreate', { body });
  await operator.call('deviceDelete', { path: { id } });
  return String(token);
}

describe('the tokens of devices', () => {
  let tokens: Record<string, string>;

  it('are nowhere in plain text in the database, however the devices were created', async () => {
    tokens = {
      'KEPT-M1': String(site.device.token),
      'KEPT-I': await importDevice(),
      'KEPT-P': await provisionDevice(),
      'COPY-M1': await copyDevice(),
      'COPY-P': await renewToken(),
      'KEPT-D': await deleteDevice(),
    };
    const simulated = await deviceTokens(server);
    expect(simulated.length).toBeGreaterThan(20);
    const all = [...new Set([...Object.values(tokens), ...simulated.map(String)])];
    for (const token of all) expect(token).toMatch(/^[A-Za-z0-9]{20}$/);
    const dump = await dumpTexts(server);
    expect(dump).toContain('KEPT-M1');
    expect(dump).toContain('sealed.1.');
    expect(all.filter((token) => dump.includes(token))).toEqual([]);
  });

  it('authenticate their devices over HTTP and MQTT, and no other text of the database does', async () => {
    for (const [sn, token] of Object.entries(tokens).filter(([sn]) => sn !== 'KEPT-D')) {
      expect([sn, (await send(server.url, { token }, { kw: 1 })).status]).toEqual([sn, 200]);
      const client = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, { username: token });
      await client.publishAsync('v1/devices/me/telemetry', '{"kw": 2}', { qos: 1 });
      await client.endAsync();
    }
    const rows = await readRows<Record<string, string>>(server, 'device', ['token', 'token_hash'], {
      sn: 'KEPT-M1',
    });
    for (const text of Object.values(rows[0]!))
      expect((await send(server.url, { token: text }, { kw: 1 })).ok).toBe(false);
  });

  it('are restored with a device from the recycle bin', async () => {
    const { records } = await operator.call('recycleBin', { query: { entity: 'device' } });
    await operator.call('recycleBinRestore', { body: { ids: records.map(({ id }) => id) } });
    expect(await tokenOf('KEPT-D')).toBe(tokens['KEPT-D']);
    expect((await send(server.url, { token: tokens['KEPT-D'] }, { kw: 1 })).status).toBe(200);
  });

  it('are in lists and exports only for users who may change devices', async () => {
    const body = { columns: ['sn', 'token'] };
    const [, ...rows] = await tableCells(await exportTable(operator, 'device', body));
    expect(Object.fromEntries(rows.map(([sn, token]) => [String(sn), token]))).toMatchObject(tokens);
    const { records } = await operator.call('devicePage', { query: { size: 200 } });
    expect(Object.fromEntries(records.map(({ sn, token }) => [sn, token]))).toMatchObject(tokens);
    const reader = await joinTenant(server, operator.tenantId, ['device:list', 'device:export']);
    const refused = await ask(reader, 'recordExport', {
      path: { entity: 'device' },
      body: { format: 'xlsx', ...body },
    });
    expect(refused).toMatchObject({ status: 403, code: 40316 });
  });

  it('cannot be filtered or sorted by, and the error explains this', async () => {
    const filter = JSON.stringify({ and: [{ field: 'token', op: 'eq', value: tokens['KEPT-M1'] }] });
    expect(await ask(operator, 'devicePage', { query: { filter } })).toMatchObject({
      status: 400,
      code: 400106,
      errors: [{ field: '/query/filter/and/0/field' }],
    });
    expect(await ask(operator, 'devicePage', { query: { sort: 'token' } })).toMatchObject({
      status: 400,
      code: 400106,
      errors: [{ field: '/query/sort' }],
    });
    const none = JSON.stringify({ and: [{ field: 'token', op: 'empty', value: true }] });
    expect((await operator.call('devicePage', { query: { filter: none } })).total).toBe(0);
  });

  it('belong to a single device, across all tenants', async () => {
    const twice = setDeviceToken(server, operator.tenantId, 'KEPT-I', tokens['KEPT-M1']!);
    await expect(twice).rejects.toMatchObject({ code: '23505' });
  });
});
