import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectPoints, flushRefusals, otherRefusals, variablesOf } from '../../support/calls/inside.ts';
import { runSql, storedPoints } from '../../support/calls/world.ts';
import { makeTenant } from '../../support/people/people.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite, sendTelemetry } from '../../support/telemetry/telemetry.ts';

const TENANT = 1;
const DAY_MS = 86_400_000;
/** A backslash, a zero byte, a pair of surrogates and half of one, all escaped. */
const ODD = String.raw`{"mode": "\\u0000 \u0000 \ud83d\ude00 \ud83d."}`;

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  const site = { tenantId: TENANT, station: 's1', zone: 'Asia/Shanghai', autoVariables: false };
  await seedSite(server, { ...site, device: 'gw', token: 'token-gw', gateway: true });
  await seedSite(server, {
    ...site,
    device: 'd1',
    token: 'token-d1',
    variables: [
      { code: 'kw', scale: 0.5 },
      { code: 'mode', dataType: 'text' },
    ],
  });
  await seedSite(server, { ...site, device: 'auto', token: 'token-auto', autoVariables: true });
  await seedSite(server, {
    ...site,
    station: 's2',
    device: 'far',
    token: 'token-far',
    variables: [{ code: 'kw' }],
  });
  const { id, version } = await admin.call('deviceBySn', { path: { id: 'd1' } });
  await admin.call('deviceUpdate', { body: { id, version, name: 'Meter 1' } });
});

afterAll(() => server?.stop());

interface Receipt {
  accepted: number;
  rejectedTotal: number;
  rejected: { key: string; device?: string; index?: number; reason: string; msg: string }[];
  created: string[];
}

async function sendGateway(message: unknown, token = 'token-gw'): Promise<{ status: number; data: Receipt }> {
  const response = await fetch(`${server.url}/api/v1/${token}/gateway/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'zh' },
    body: JSON.stringify(message),
  });
  return { status: response.status, ...((await response.json()) as { data: Receipt }) };
}

async function valuesOf(sn: string): Promise<[value: number, quality: number][]> {
  return (await storedPoints(server, sn)).map(({ value, quality }) => [value, quality]);
}

/** Returns what the page shows, as `device key reason times`. */
async function listed(client = admin): Promise<string[]> {
  await flushRefusals(server);
  const { records } = await client.call('telemetryRefusalPage', { query: { size: 100, sort: 'id' } });
  return records.map(
    ({ deviceSn, key, reason, occurrences }) => `${deviceSn} ${key} ${reason} ${occurrences}`,
  );
}

describe('a gateway', () => {
  it('sends for the devices of its station, by number or name', async () => {
    const { status, data } = await sendGateway({
      d1: [{ ts: Date.now(), quality: 'uncertain', values: { kw: 10 } }],
      'Meter 1': { mode: 'idle' },
      far: { kw: 1 },
      'Device B': [{ kw: 2 }, { soc: 3 }],
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({ accepted: 2, rejectedTotal: 2, created: [] });
    expect(data.rejected).toEqual([
      { device: 'far', key: '', reason: 'otherStation', msg: '设备属于其他站点，网关不能代报' },
      { device: 'Device B', key: '', reason: 'unknownDevice', msg: '网关上报的设备不存在' },
    ]);
    expect(await valuesOf('d1-kw')).toEqual([[5, 1]]);
    expect(await valuesOf('far-kw')).toEqual([]);
    expect((await sendGateway({ d1: { kw: 1 } }, 'token-d1')).status).toBe(403);
    expect((await sendGateway({ d1: { kw: 1 } }, 'nobody')).status).toBe(401);
    expect(await listed()).toEqual(
      expect.arrayContaining(['Device B  unknownDevice 1', 'far  otherStation 1', 'd1  notAGateway 1']),
    );
  });

  it('gets a device that it named, from the entry of the refusal', async () => {
    const { records } = await admin.call('telemetryRefusalPage', { query: { size: 100 } });
    const line = records.find(({ deviceSn }) => deviceSn === 'Device B')!;
    const form = { deviceNumber: 'b', stationSn: 's1', deviceType: 'meter' };
    await admin.call('recordTransition', {
      path: { entity: 'telemetryRefusal', id: line.id },
      body: { name: 'createDevice', version: line.version, form },
    });
    const { data } = await sendGateway({ 'Device B': { kw: 7 } });
    expect(data).toMatchObject({ accepted: 1, rejected: [], created: ['Device B/kw'] });
    expect(await valuesOf('b-kw')).toEqual([[7, 0]]);
  });
});

describe('a collector', () => {
  it('sends for many devices at once, by number of variable or device and key', async () => {
    const ts = Date.now() - 1000;
    const data = await admin.call('telemetryBatch', {
      body: {
        points: [
          { sn: 'd1-kw', ts, value: 20, quality: 2 },
          { device: 'auto', key: 'soc', ts, value: 55 },
          { sn: 'd1-none', ts, value: 1 },
          { device: 'nobody', key: 'kw', value: 1 },
          { device: 'd1', key: 'other', value: 1 },
          { device: 'd1', key: 'kw', ts: Date.now() + 3 * DAY_MS, value: 1 },
          { sn: 'd1-kw', ts, value: 'NaN' },
          { sn: 'd1-kw', ts, quality: 9, value: 1 },
          { sn: 'd1-kw', ts: 'soon', value: 1 },
          { key: 'kw', value: 1 },
          5,
          { device: 'd1', key: 'mode', ts, value: 'on' },
        ],
      },
    });
    expect(data.accepted).toBe(3);
    expect(data.created).toEqual(['auto/soc']);
    expect(data.rejected.map(({ index, key, reason }) => `${index} ${key} ${reason}`)).toEqual([
      '2 d1-none unknownVariable',
      '3 kw unknownDevice',
      '4 other unknownKey',
      '5 kw timeTooNew',
      '6 d1-kw notFinite',
      '7 d1-kw qualityInvalid',
      '8 d1-kw timeUnreadable',
      '9 kw shape',
      '10  shape',
    ]);
    expect(await valuesOf('d1-kw')).toContainEqual([10, 2]);
    expect(await valuesOf('auto-soc')).toEqual([[55, 0]]);
  });

  it('may name something that the database cannot store', async () => {
    const points = [
      { sn: 'd1\0kw', value: 1 },
      { device: 'd1\0', key: 'kw', value: 1 },
      { sn: 'd1-kw', ts: Date.now() - 2_000, value: 2 },
    ];
    const { ready, refusals } = await collectPoints(server, points);
    expect(ready).toHaveLength(1);
    expect(refusals.map(({ reason }) => reason)).toEqual(['unknownVariable', 'unknownDevice']);
  });

  it('is listed by its name for an unreadable call', async () => {
    const headers = {
      authorization: `Bearer ${admin.tokens().main}`,
      'content-type': 'application/json',
    };
    const post = async (body: string) =>
      (await admin.fetch('/api/v1/telemetry/batch', { method: 'POST', headers, body }).catch(() => null))
        ?.status ?? 413;
    expect(await post('{"points": [')).toBe(400);
    expect(await post('{"points": {"sn": 1}}')).toBe(400);
    expect(await post(`{"points": ["${'x'.repeat(6_000_000)}"]}`)).toBe(413);
    const points = JSON.stringify(Array.from({ length: 100_001 }, () => 1));
    expect(await post(`{"points": ${points}}`)).toBe(400);
    await flushRefusals(server);
    const { records } = await admin.call('telemetryRefusalPage', { query: { size: 100, sort: 'id' } });
    // The sender is the same as in the lines of single refused points.
    const name = records.find(({ key }) => key === 'd1-none')!.sender;
    const own = records.filter(
      ({ sender, deviceSn, key, reason }) =>
        sender === name && deviceSn === name && !key && reason !== 'shape',
    );
    expect(
      own.map(({ reason, occurrences, example }) => `${reason} ${occurrences} ${example}`).sort(),
    ).toEqual(['notAMessage 1 {points: …}', 'notJson 1 {"points": [', 'tooLarge 2 ']);
  });

  it('needs the permission, and only accesses its own tenant', async () => {
    const response = await fetch(`${server.url}/api/v1/telemetry/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"points": []}',
    });
    expect(response.status).toBe(401);
    const other = await makeTenant(server);
    const { ready, refusals } = await collectPoints(server, [{ sn: 'd1-kw', value: 1 }], other);
    expect([ready, refusals.map(({ reason }) => reason)]).toEqual([[], ['unknownVariable']]);
  });
});

describe('the page of refused data', () => {
  it('counts by device, key and reason, and shows a harmless example', async () => {
    const message = { kw: 'abc\u0000\n<b>', other: 1, mode: 'fine' };
    for (let at = 0; at < 3; at += 1) await sendTelemetry(server.url, 'token-d1', message);
    expect(await listed()).toEqual(expect.arrayContaining(['d1 kw notANumber 3', 'd1 other unknownKey 3']));
    const { records } = await admin.call('telemetryRefusalPage', { query: { size: 100 } });
    expect(records.find(({ reason }) => reason === 'notANumber')?.example).toBe('abc\uFFFD <b>');
  });

  it('creates the missing variable, and opens again when the device continues', async () => {
    const line = async () =>
      (await admin.call('telemetryRefusalPage', { query: { size: 100 } })).records.find(
        ({ key, sender }) => key === 'other' && sender === 'd1',
      )!;
    const { id, version } = await line();
    const form = { variableName: 'Other', unit: 'kW', dataType: 'number', kind: 'gauge' };
    const path = { entity: 'telemetryRefusal', id };
    await admin.call('recordTransition', { path, body: { name: 'createVariable', version, form } });
    expect((await line()).status).toBe('settled');
    const response = await sendTelemetry(server.url, 'token-d1', { other: 4 });
    expect(await response.json()).toMatchObject({ data: { accepted: 1, rejected: [] } });
    expect(await valuesOf('d1-other')).toEqual([[4, 0]]);
    await admin.call('deviceVariableDelete', {
      path: { id: (await variablesOf(server, ['d1-other']))[0]!.id },
    });
    await sendTelemetry(server.url, 'token-d1', { other: 5 });
    await listed();
    expect(await line()).toMatchObject({ status: 'open', id });
  });

  it('contains invalid JSON and too large messages, and valid values beside NaN are stored', async () => {
    expect((await sendTelemetry(server.url, 'token-d1', '{"kw": 1,}')).status).toBe(400);
    const odd = await sendTelemetry(server.url, 'token-d1', ODD);
    expect(await odd.json()).toMatchObject({ data: { accepted: 1 } });
    const [mode] = await admin.call('realtimeDataByVariable', { query: { sns: 'd1-mode' } });
    expect(mode?.data).toBe('\\u0000 \uFFFD \u{1F600} \uFFFD.');
    const tolerant = await sendTelemetry(server.url, 'token-d1', '{"kw": NaN, "mode": "on"}');
    expect(await tolerant.json()).toMatchObject({
      data: { accepted: 1, rejected: [{ key: 'kw', reason: 'notFinite' }] },
    });
    const large = await sendTelemetry(server.url, 'token-d1', `{"mode": "${'x'.repeat(6_000_000)}"}`).catch(
      () => null,
    );
    if (large) expect(large.status).toBe(413);
    await expect
      .poll(() => listed())
      .toEqual(expect.arrayContaining(['d1  notJson 1', 'd1 kw notFinite 1', 'd1  tooLarge 1']));
  });

  it('reports that a message contains too much, with the limit', async () => {
    const answer = async (response: Response) => {
      const { code, msg } = (await response.json()) as { code: number; msg: string };
      return `${response.status} ${code} ${msg}`;
    };
    const values = JSON.stringify(Array.from({ length: 100_001 }, () => ({ k: 1 })));
    expect(await answer(await sendTelemetry(server.url, 'token-d1', values))).toBe(
      '413 41350 The message has more than 100000 values. Send it in parts.',
    );
    const devices = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`x${at}`, {}]));
    const response = await fetch(`${server.url}/api/v1/token-gw/gateway/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'zh' },
      body: JSON.stringify(devices),
    });
    expect(await answer(response)).toBe('413 41351 单条消息的设备数超过上限（1000 台），请分批上报');
    expect(await listed()).toEqual(expect.arrayContaining(['gw  tooLarge 1']));
  });

  it('is not lost while the database is unavailable', async () => {
    let away = true;
    const refusals = otherRefusals(server, () => away);
    const lost = { tenantId: TENANT, deviceSn: 'lost', sender: 'lost', key: 'kw', reason: 'empty' } as const;
    refusals.note(lost);
    refusals.noteToken('lost-token');
    await refusals.flush();
    expect((await listed()).filter((line) => line.startsWith('lost'))).toEqual([]);
    away = false;
    refusals.note(lost);
    await refusals.close();
    expect(await listed()).toContain('lost kw empty 2');
  });

  it('shows unknown tokens only to the platform, by a fingerprint', async () => {
    await sendTelemetry(server.url, 'secret-token', { a: 1 });
    await sendTelemetry(server.url, 'secret-token', { a: 1 });
    const lines = (await listed()).filter((line) => line.includes('unknownToken'));
    expect(lines).toContainEqual(expect.stringMatching(/^#[0-9a-f]{8} {2}unknownToken 2$/));
    const secret = "select id from telemetry_refusal where example ~ 'secret' or device_sn ~ 'secret'";
    expect(await runSql(server, secret)).toEqual([]);
  });

  it('has a limited size whatever is sent', async () => {
    const message = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`k${at}`, at]));
    for (let round = 0; round < 2; round += 1) {
      await sendTelemetry(server.url, 'token-d1', message);
      await flushRefusals(server);
    }
    const rows = await runSql<{ n: number; all: number }>(
      server,
      "select count(*)::int as n, sum(occurrences)::int as all from telemetry_refusal where sender = 'd1'",
    );
    expect(rows[0]!.n).toBeLessThanOrEqual(101);
    expect(rows[0]!.all).toBeGreaterThanOrEqual(6_000 - 101);
  });
});
