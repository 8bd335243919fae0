import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdTable } from '../../support/calls/held.ts';
import {
  ingestPoints,
  listenEvents,
  otherTelemetry,
  telemetryOverloaded,
  variablesOf,
} from '../../support/calls/inside.ts';
import { countPoints, countRows, rowsSeenBy, storedPoints } from '../../support/calls/world.ts';
import { makeTenant } from '../../support/people/people.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite, sendTelemetry } from '../../support/telemetry/telemetry.ts';

const TENANT = 1;
const TOKEN = 'token-d1';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  const site = { tenantId: TENANT, station: 's1', zone: 'Asia/Shanghai' };
  await seedSite(server, {
    ...site,
    device: 'd1',
    token: TOKEN,
    variables: [{ code: 'kw', scale: 0.1, offset: 5 }],
  });
  await seedSite(server, {
    ...site,
    device: 'fixed',
    token: 'token-fixed',
    autoVariables: false,
    variables: [{ code: 'kw' }],
  });
  await seedSite(server, { ...site, device: 'off', token: 'token-off', enabled: false });
  await seedSite(server, { ...site, device: 'many', token: 'token-many' });
});

afterAll(() => server?.stop());

interface Answer {
  status: number;
  code: number;
  data: { accepted: number; rejected: { key: string; reason: string; msg: string }[]; created: string[] };
}

async function send(message: unknown, token = TOKEN): Promise<Answer> {
  const response = await sendTelemetry(server.url, token, message);
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

async function latest(...sns: string[]): Promise<unknown[]> {
  const found = await admin.call('realtimeDataByVariable', { query: { sns: sns.join(',') } });
  return found.map(({ data }) => data);
}

describe('a device over HTTP', () => {
  it('sends values as ThingsBoard devices do; unknown keys become variables', async () => {
    expect(await send({ kw: 20, soc: 55.5, door: true, mode: 'idle' })).toMatchObject({
      status: 200,
      code: 0,
      data: { accepted: 4, rejected: [], created: ['soc', 'door', 'mode'] },
    });
    expect(await latest('d1-kw', 'd1-soc', 'd1-door', 'd1-mode')).toEqual([7, 55.5, 1, 'idle']);
    const ts = Date.now() - 60_000;
    expect((await send([{ ts, values: { soc: 1 } }, { soc: 2 }])).data).toEqual({
      accepted: 2,
      rejected: [],
      rejectedTotal: 0,
      created: [],
    });
    expect(await countPoints(server, 'd1-soc')).toBe(3);
  });

  it('stores the valid values of a message and reports the others', async () => {
    const { status, data } = await send([
      { good: 1, nested: { a: 1 }, nothing: null, huge: '1e999' },
      { ts: 1, values: { old: 1 } },
      { ts: Date.now() + 3 * 86_400_000, values: { future: 1 } },
      { soc: 'empty' },
    ]);
    expect(status).toBe(200);
    expect(data.accepted).toBe(1);
    expect(data.rejected.map(({ key, reason }) => `${key} ${reason}`)).toEqual([
      'nested nested',
      'nothing empty',
      'old timeTooOld',
      'future timeTooNew',
      'huge notFinite',
      'soc notANumber',
    ]);
    expect(data.rejected[0]!.msg).toBe('A value cannot be an object or a list');
    expect(data.created).toEqual(['good']);
  });

  it('gets 401 for an unknown token, 403 when it is disabled, 400 for an invalid message', async () => {
    expect((await send({ a: 1 }, 'nobody')).status).toBe(401);
    expect((await send({ a: 1 }, 'token-off')).status).toBe(403);
    expect((await send(5)).status).toBe(400);
    expect((await sendTelemetry(server.url, TOKEN, '{"a": 1,}')).status).toBe(400);
  });

  it('does not get variables that it may not create', async () => {
    const { data } = await send({ kw: 1, other: 2 }, 'token-fixed');
    expect(data).toMatchObject({
      accepted: 1,
      created: [],
      rejected: [{ key: 'other', reason: 'unknownKey' }],
    });
  });

  it('creates at most 500 variables', async () => {
    const message = Object.fromEntries(Array.from({ length: 510 }, (_, at) => [`key${at}`, at]));
    const { data } = await send(message, 'token-many');
    expect(data.accepted).toBe(500);
    expect(data.created).toHaveLength(500);
    expect(new Set(data.rejected.map(({ reason }) => reason))).toEqual(new Set(['tooManyVariables']));
  });

  it('may send keys and texts that are code elsewhere; they remain data', async () => {
    const key = "x'); drop table points;--<script>";
    const { data } = await send({ [key]: '<img src=x onerror=alert(1)>' });
    expect(data).toMatchObject({ accepted: 1, created: [key] });
    expect(await countPoints(server, 'd1-soc')).toBeGreaterThan(0);
  });

  it('writes any year: partitions are created on demand', async () => {
    const years = [1990, 2001, 2026].map((year) => ({ ts: Date.UTC(year, 5, 1), values: { old_kw: year } }));
    expect((await send(years)).data.accepted).toBe(3);
    expect(await countPoints(server, 'd1-old_kw')).toBe(3);
    // An older point never replaces the current value.
    expect(await latest('d1-old_kw')).toEqual([2026]);
    await send({ ts: Date.UTC(2020, 0, 1), values: { old_kw: 1 } });
    expect(await latest('d1-old_kw')).toEqual([2026]);
  });

  it('has its new token at once, and the old one is invalid', async () => {
    expect((await send({ kw: 1 }, 'token-fixed')).status).toBe(200);
    const devices = await admin.call('devicePage', { query: { size: 50 } });
    const { id } = devices.records.find(({ sn }) => sn === 'fixed')!;
    const renewed = await admin.call('deviceTokenRenew', { path: { id } });
    expect((await send({ kw: 1 }, 'token-fixed')).status).toBe(401);
    expect((await send({ kw: 1 }, String(renewed.token))).status).toBe(200);
  });
});

describe('a stored value', () => {
  it('is sent live only if it is not older than the known one', async () => {
    const listener = listenEvents(server);
    const now = Date.now();
    await send({ ts: now - 1000, values: { live: 1 } });
    await send({ ts: now - 5000, values: { live: 2 } });
    await send({ ts: now, values: { live: 3 } });
    listener.stop();
    const live = listener.points().filter(({ sn }) => sn === 'd1-live');
    expect(live.map(({ ts }) => ts)).toEqual([now - 1000, now]);
  });

  it('is not visible to another tenant', async () => {
    const other = await makeTenant(server);
    const variables = await variablesOf(server, ['d1-kw'], other);
    expect(variables).toEqual([]);
    expect(await rowsSeenBy(server, other, 'device_variable')).toEqual([]);
  });

  it('is deleted when its variable is purged, but not in the recycle bin', async () => {
    await send({ gone: 1 });
    const [variable] = await variablesOf(server, ['d1-gone']);
    await admin.call('deviceVariableDelete', { path: { id: variable!.id } });
    const points = () => countRows(server, 'points', { variable_id: variable!.id });
    const [entry] = (await admin.call('recycleBin', { query: { entity: 'deviceVariable' } })).records;
    expect([entry!.recordId, await points()]).toEqual([variable!.id, 1]);
    await admin.call('recycleBinPurge', { body: { ids: [entry!.id] } });
    await expect.poll(points).toBe(0);
    expect(await latest('d1-gone')).toEqual([null]);
  });

  it('is current again after a restart', async () => {
    await send({ soc: 77 });
    const again = otherTelemetry(server);
    const variables = await again.variables(TENANT, ['d1-soc', 'd1-mode']);
    expect(again.latest(variables).map(({ data }) => data)).toEqual([77, 'idle']);
    await again.close();
  });
});

describe('a full queue', () => {
  it('refuses with a retry time and loses no accepted message', async () => {
    const small = otherTelemetry(server, { capacity: 200, delayMs: 20 });
    const base = Date.UTC(2026, 9, 1);
    const batches = Array.from({ length: 40 }, (_, batch) =>
      Array.from({ length: 50 }, (_, at) => {
        return { tenantId: TENANT, sn: 'd1-kw', ts: base + batch * 50_000 + at * 1000, value: at };
      }),
    );
    const outcomes = await Promise.allSettled(batches.map((batch) => small.ingest(batch)));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({
      key: 'telemetry.overloaded',
      extras: { headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) } },
    });
    const stored = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const day = (await storedPoints(server, 'd1-kw')).filter(
      ({ ts }) => ts >= base && ts < base + 86_400_000,
    );
    expect(day).toHaveLength(stored * 50);
    await small.close();
  });

  it('is answered with 429 over HTTP before a message is read, and every accepted message is stored', async () => {
    // Reads the variables before the lock blocks readers.
    await variablesOf(server, ['d1-kw']);
    const overloaded = () => telemetryOverloaded(server);
    const base = Date.UTC(2026, 9, 3);
    const points = 90_000;
    let ingested: Promise<void>;
    const letGo = await holdTable(server, 'latest', 'access exclusive');
    try {
      ingested = ingestPoints(
        server,
        Array.from({ length: points }, (_, at) => ({
          tenantId: TENANT,
          sn: 'd1-kw',
          ts: base + at,
          value: at,
        })),
      );
      await expect.poll(overloaded).not.toBeNull();
      for (const path of [`${TOKEN}/telemetry`, 'nobody/gateway/telemetry', 'telemetry/batch']) {
        const response = await fetch(`${server.url}/api/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'accept-language': 'en' },
          // The server does not parse it.
          body: '{',
        });
        expect([path, response.status]).toEqual([path, 429]);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await response.json()).toMatchObject({ code: expect.any(Number), msg: expect.any(String) });
      }
    } finally {
      await letGo();
    }
    await ingested;
    expect(overloaded()).toBeNull();
    const stored = (await storedPoints(server, 'd1-kw')).filter(({ ts }) => ts >= base);
    expect(stored.filter(({ ts }) => ts < base + points)).toHaveLength(points);
    expect((await send({ kw: 1 })).status).toBe(200);
  });
});
