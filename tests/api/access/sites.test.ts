/**
 * Permissions for the user's own sites (`@site`): what they open, who assigns sites, and fields that only
 * some records show.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../generated/operations.ts';
import { ask } from '../../support/calls/ask.ts';
import type { CallInput, Client } from '../../support/calls/client.ts';
import { addJobs } from '../../support/calls/world.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite, type Site, send, until } from '../../support/telemetry/site.ts';

let server: TestServer;
let chief: Client & { tenantId: number };
let near: Site;
let far: Site;
let warden: Client;
let wardenId: number;

const RIGHTS = [
  'station:list@site',
  'station:get@site',
  'device:list@site',
  'device:get@site',
  'device:update@site',
  'device:control@site',
  'deviceVariable:*@site',
  'alarm:*@site',
  'siteWorksheet:*@site',
  'kanban:get@site',
  'kanban:share@site',
];

async function person(permissions: readonly string[], stations: readonly string[] = []) {
  const { userId, username } = await makePerson(server, [chief.tenantId], { permissions });
  const { version } = await chief.call('userGet', { path: { id: userId } });
  if (stations.length > 0)
    await chief.call('userUpdateById', { body: { id: userId, version: version!, stations: [...stations] } });
  return { userId, client: await login(server, username, PASSWORD) };
}

const status = async (client: Client, id: OperationId, input: CallInput = {}) =>
  (await ask(client, id, input)).status;

beforeAll(async () => {
  server = await sharedServer();
  chief = await makeOperator(server);
  near = await makeSite(chief);
  far = await makeSite(chief);
  const made = await person(RIGHTS, [near.station.sn!]);
  warden = made.client;
  wardenId = made.userId;
  for (const { device } of [near, far]) await send(server.url, device, { power: 5 });
});
afterAll(() => server?.stop());

describe("a permission for the user's own sites", () => {
  it('opens the records of these stations, also records that refer to them through a device', async () => {
    const sns = async (id: 'stationPage' | 'devicePage' | 'deviceVariablePage') =>
      (await warden.call(id, { query: {} })).records.map(({ sn }) => sn);
    expect(await sns('stationPage')).toEqual([near.station.sn]);
    expect(await sns('devicePage')).toEqual([near.device.sn]);
    expect(await sns('deviceVariablePage')).toEqual([near.variable.sn]);
    expect(await status(warden, 'deviceGet', { path: { id: far.device.id! } })).toBe(404);
  });

  it('opens the hand-written calls about these stations and no others', async () => {
    const calls = ({ station, device }: Site): [OperationId, CallInput][] => [
      ['stationStatus', { path: { sn: station.sn! } }],
      ['stationDetails', { path: { sn: station.sn! } }],
      ['stationDevices', { path: { stationSn: station.sn! } }],
      ['deviceBySn', { path: { id: device.sn! } }],
      ['photovoltaicKeyData', { query: { stationSn: station.sn! } }],
      ['kanbanGet', { path: { stationSn: station.sn! } }],
      ['boardOrderList', { query: { stationSn: station.sn! } }],
      ['boardShareCreate', { body: { stationSn: station.sn!, boardId: null, hours: 1 } }],
    ];
    for (const [id, input] of calls(near)) expect([id, await status(warden, id, input)]).toEqual([id, 200]);
    for (const [id, input] of calls(far)) expect([id, await status(warden, id, input)]).toEqual([id, 404]);
    const values = await warden.call('realtimeDataByVariable', {
      query: { sns: `${near.variable.sn},${far.variable.sn}` },
    });
    expect(values.map(({ data }) => data)).toEqual([5, null]);
  });

  it('receives live events of these stations only', async () => {
    const open = (sn: string) => warden.request('live', { query: { stationSns: sn } });
    expect((await open(far.station.sn!)).status).toBe(404);
    const stream = await open(near.station.sn!);
    const reader = stream.body!.getReader();
    let text = '';
    const found = (async () => {
      while (!text.includes(near.variable.sn!)) {
        const { value, done } = await reader.read();
        if (done) break;
        text += new TextDecoder().decode(value);
      }
    })();
    await send(server.url, near.device, { power: 6 });
    await found;
    expect(text).toContain(near.variable.sn);
    await reader.cancel();
  });

  it('does not allow records that refer to another station', async () => {
    const order = (stationSn: string) => ({
      body: { name: 'Look', stationSn, type: 'inspection', priority: 'normal', status: 'pending' },
    });
    expect(await status(warden, 'siteWorksheetCreate', order(near.station.sn!))).toBe(200);
    expect(await ask(warden, 'siteWorksheetCreate', order(far.station.sn!))).toMatchObject({
      status: 400,
      errors: [{ field: '/stationSn' }],
    });
  });

  it('is updated immediately when a site is added or removed', async () => {
    const { userId, client } = await person(['station:list@site', 'station:get@site'], [near.station.sn!]);
    expect((await client.call('stationPage', { query: {} })).total).toBe(1);
    const { version } = await chief.call('userGet', { path: { id: userId } });
    await chief.call('userUpdateById', { body: { id: userId, version: version!, stations: [] } });
    const { total } = await until(
      () => client.call('stationPage', { query: {} }),
      (page) => page.total === 0,
    );
    expect(total).toBe(0);
  });
});

describe('imports of recordings', () => {
  it("are listed for the stations into which the caller may import, and for the caller's own", async () => {
    const { client, userId } = await person(['telemetry:import@site'], [near.station.sn!]);
    const job = (sn: string, begunBy: number) => ({
      ...{
        tenantId: chief.tenantId,
        userId: begunBy,
        kind: 'csvImport',
        subject: sn,
        status: 'done' as const,
      },
      title: JSON.stringify({ zh: sn, en: sn }),
      result: JSON.stringify({
        fileName: `${sn}.csv`,
        ...{ dryRun: true, undecided: false, lines: 1, points: 1, empty: 0, repeated: 0, rejected: 0 },
      }),
      ...{ done: 1, total: 1, finishedAt: new Date() },
    });
    await addJobs(server, [job(near.station.sn!, 1), job(far.station.sn!, 1), job(far.station.sn!, userId)]);
    const { records, total } = await client.call('telemetryImportPage', { query: {} });
    expect(total).toBe(2);
    expect(records.map(({ stationSn }) => stationSn)).toEqual([far.station.sn, near.station.sn]);
    expect((await chief.call('telemetryImportPage', { query: {} })).total).toBe(3);
  });
});

describe('giving sites', () => {
  it("is refused for the caller's own account, and for invisible stations", async () => {
    const { client, userId } = await person(['user:*', ...RIGHTS], [near.station.sn!]);
    const { client: other, userId: otherId } = await person([]);
    expect(other).toBeDefined();
    const assign = async (id: number, stations: string[]) => {
      const { version } = await chief.call('userGet', { path: { id } });
      return ask(client, 'userUpdateById', { body: { id, version: version!, stations } });
    };
    expect(await assign(userId, [near.station.sn!, far.station.sn!])).toMatchObject({ status: 409 });
    expect((await assign(otherId, [far.station.sn!])).status).toBe(400);
    expect((await assign(otherId, [near.station.sn!])).status).toBe(200);
  });

  it('is refused if the caller does not have the granted scope', async () => {
    const role = (permissions: string[]) => ({ body: { name: 'Site role', key: 'siteRole', permissions } });
    const { client } = await person(['role:*', 'station:list@site', 'alarm:list@department']);
    expect(await status(client, 'roleCreate', role(['station:list@department']))).toBe(403);
    expect(await status(client, 'roleCreate', role(['alarm:list@site']))).toBe(403);
    expect(await status(client, 'roleCreate', role(['station:list@site', 'alarm:list@own']))).toBe(200);
  });
});

describe('a field with a limited permission', () => {
  it('is shown in records that the permission covers, and empty in others', async () => {
    const { client } = await person(
      ['device:list', 'device:get', 'device:export', 'device:update@site', 'station:list'],
      [near.station.sn!],
    );
    const rows = (await client.call('devicePage', { query: {} })).records;
    const shown = new Map(rows.map(({ sn, token }) => [sn, token]));
    expect(shown.get(near.device.sn!)).toBe(near.device.token);
    expect(shown.get(far.device.sn!)).toBeNull();
    const read = await client.call('deviceGet', { path: { id: far.device.id! } });
    expect(read.token).toBeNull();
    expect((await client.call('deviceBySn', { path: { id: far.device.sn! } })).token).toBeNull();
    // Filters and sorting would reveal the field in all records, so they are refused.
    expect(await status(client, 'devicePage', { query: { sort: 'token' } })).toBe(403);
    const filter = JSON.stringify({ field: 'token', op: 'eq', value: far.device.token });
    expect(await status(client, 'devicePage', { query: { filter } })).toBe(400);
  });

  it('allows renewing the token of covered devices only', async () => {
    expect(await status(warden, 'deviceTokenRenew', { path: { id: far.device.id! } })).toBe(404);
    const before = (await chief.call('deviceGet', { path: { id: far.device.id! } })).token;
    expect(before).toBe(far.device.token);
    const renewed = await warden.call('deviceTokenRenew', { path: { id: near.device.id! } });
    expect(renewed.token).not.toBe(near.device.token);
    expect(wardenId).toBeGreaterThan(0);
  });
});

describe('the list of a station', () => {
  const of = (stationSn: string) => ({
    query: { filter: JSON.stringify({ and: [{ op: 'site', value: stationSn }] }) },
  });

  it('contains its records, directly or through a device, with the exact total', async () => {
    const devices = await chief.call('devicePage', of(near.station.sn!));
    expect([devices.records.map(({ sn }) => sn), devices.total]).toEqual([[near.device.sn], 1]);
    const variables = await chief.call('deviceVariablePage', of(far.station.sn!));
    expect([variables.records.map(({ sn }) => sn), variables.total]).toEqual([[far.variable.sn], 1]);
  });

  it('also contains records that belong to all stations', async () => {
    const escalation = (name: string, stationSn?: string) =>
      chief.call('alarmEscalationCreate', {
        body: { name, steps: [{ after: 5, users: [wardenId] }], ...(stationSn && { stationSn }) },
      });
    await escalation('everywhere');
    await escalation('elsewhere', far.station.sn!);
    const { records } = await chief.call('alarmEscalationPage', of(near.station.sn!));
    expect(records.map(({ name }) => name)).toEqual(['everywhere']);
  });

  it('is refused for records without a station', async () => {
    const refused = await ask(chief, 'getCustomerList', of(near.station.sn!));
    expect(refused.status).toBe(400);
  });
});
