/** Channels, collectors and monitor servers: their calls, and states that follow from events. */
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { flushRefusals, followLinks, listenEvents, tryServers } from '../../support/calls/inside.ts';
import { runSql } from '../../support/calls/world.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, type Site, send } from '../../support/telemetry/site.ts';

let server: TestServer;
let operator: Client & { tenantId: number };
let stranger: Client;
let site: Site;

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  stranger = await makeOperator(server);
  site = await makeSite(operator, 'LINK');
  await operator.call('channelCreate', { body: { sn: 'CH-1', name: 'Uplink', protocol: 'http' } });
  await operator.call('collectorCreate', {
    body: { sn: 'COL-1', name: 'Box', stationSn: 'LINK', channelSn: 'CH-1', deviceSn: site.device.sn },
  });
});
afterAll(() => server?.stop());

const channel = async (sn: string, client: Client = operator) =>
  (await client.call('channelAll', {})).find((one) => one.sn === sn);
const collector = async (sn: string) =>
  (await operator.call('collectorAll', {})).find((one) => one.sn === sn);
const past = (entity: string, minutes: number) =>
  runSql(
    server,
    `update link_heard set heard_at = heard_at - interval '${minutes} minutes' where entity = '${entity}'`,
  );
async function assign(): Promise<void> {
  const { id, version } = await operator.call('deviceBySn', { path: { id: site.device.sn } });
  await operator.call('deviceUpdate', { body: { id, version, channelSn: 'CH-1', collectorSn: 'COL-1' } });
}

describe('a channel', () => {
  it('belongs to its company, is changed and deleted by its number, and is hidden from other users', async () => {
    const made = await operator.call('channelCreate', {
      body: { sn: 'CH-2', name: 'Two', protocol: 'mqtt' },
    });
    expect(made).toMatchObject({ companyId: operator.tenantId, state: 'unknown', enabled: true });
    expect(await channel('CH-2')).toMatchObject({ company_id: operator.tenantId });
    const changed = await operator.call('channelUpdateBySn', {
      path: { sn: 'CH-2' },
      body: { version: made.version, name: 'Second' },
    });
    expect(changed.name).toBe('Second');
    await expect(
      stranger.call('channelUpdateBySn', { path: { sn: 'CH-2' }, body: { version: 2, name: 'Mine' } }),
    ).rejects.toMatchObject({ status: 404 });
    expect(await stranger.call('channelAll', {})).toEqual([]);
    await expect(
      operator.call('channelCreate', {
        body: { sn: 'CH-3', name: 'Three', protocol: 'mqtt', state: 'online' },
      }),
    ).rejects.toMatchObject({ status: 400 });
    await operator.call('channelDeleteBySn', { path: { sn: 'CH-2' } });
    expect(await channel('CH-2')).toBeUndefined();
  });

  it('is read page by page, changed and deleted by its id', async () => {
    const made = await operator.call('channelCreate', {
      body: { sn: 'CH-4', name: 'Four', protocol: 'batch' },
    });
    const { records } = await operator.call('channelPage', { query: { search: 'Four' } });
    expect(records.map(({ sn }) => sn)).toEqual(['CH-4']);
    const { id, version } = made;
    expect(await operator.call('channelGet', { path: { id } })).toMatchObject({ sn: 'CH-4' });
    expect(await operator.call('channelUpdate', { body: { id, version, name: 'Fourth' } })).toMatchObject({
      name: 'Fourth',
    });
    await expect(stranger.call('channelGet', { path: { id } })).rejects.toMatchObject({ status: 404 });
    await operator.call('channelDelete', { path: { id } });
    await expect(operator.call('channelGet', { path: { id } })).rejects.toMatchObject({ status: 404 });
  });

  it('is hidden from users without the permission', async () => {
    const reader = await joinTenant(server, operator.tenantId, ['channel:list']);
    expect(await channel('CH-1', reader)).toBeDefined();
    await expect(
      reader.call('channelCreate', { body: { sn: 'CH-9', name: 'Nine', protocol: 'mqtt' } }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(reader.call('channelDeleteBySn', { path: { sn: 'CH-1' } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(reader.call('companyCollectors', {})).rejects.toMatchObject({ status: 403 });
  });

  it('is online while its devices send, and offline after its limit; the list shows the change', async () => {
    await assign();
    await followLinks(server);
    expect(await channel('CH-1')).toMatchObject({ state: 'unknown', lastHeard: null, devices: 1 });
    const sent = Date.now();
    expect((await send(server.url, site.device, { power: 1 })).status).toBe(200);
    const { events, stop } = listenEvents(server);
    await followLinks(server);
    stop();
    expect(events).toContainEqual(expect.objectContaining({ entity: 'channel', do: 'update' }));
    const online = await channel('CH-1');
    expect(online).toMatchObject({ state: 'online' });
    expect(Date.parse(online!.lastHeard!)).toBeGreaterThanOrEqual(sent);
    expect(await collector('COL-1')).toMatchObject({ state: 'online', devices: 1 });

    // The rate is the number of points in the previous minute. The server was running, so the silence is the
    // channel's.
    await runSql(server, `update link_heard set minute = minute - interval '1 minute', points = 17`);
    await followLinks(server);
    expect(await channel('CH-1')).toMatchObject({ pointsPerMinute: 17 });
    await runSql(server, `update listening set since = now() - interval '1 day'`);
    await past('channel', 6);
    await followLinks(server);
    expect(await channel('CH-1')).toMatchObject({
      state: 'offline',
      stateSince: (await channel('CH-1'))!.lastHeard,
    });
    expect(await collector('COL-1')).toMatchObject({ state: 'online' });

    expect((await send(server.url, site.device, { power: 2 })).status).toBe(200);
    await followLinks(server);
    expect(await channel('CH-1')).toMatchObject({ state: 'online' });
  });

  it('does not count as offline for a time in which the server could not receive', async () => {
    await past('channel', 6);
    await runSql(server, `update listening set since = now() - interval '1 minute'`);
    await followLinks(server);
    expect(await channel('CH-1')).toMatchObject({ state: 'online' });
    await runSql(server, `update listening set since = now() - interval '1 day'`);
    await followLinks(server);
    expect(await channel('CH-1')).toMatchObject({ state: 'offline' });
  });

  it('refuses the data of its devices while it is disabled, and shows the time of the last refusal', async () => {
    const { version } = (await channel('CH-1'))!;
    const body = { version, enabled: false };
    const off = await operator.call('channelUpdateBySn', { path: { sn: 'CH-1' }, body });
    const sent = Date.now();
    const answer = await send(server.url, site.device, { power: 3 });
    expect(answer.status).toBe(403);
    await flushRefusals(server);
    await followLinks(server);
    const refused = await channel('CH-1');
    expect(refused).toMatchObject({ state: 'disabled' });
    expect(Date.parse(refused!.lastRefusal!)).toBeGreaterThanOrEqual(sent);
    await operator.call('channelUpdateBySn', {
      path: { sn: 'CH-1' },
      body: { version: off.version, enabled: true },
    });
    expect((await send(server.url, site.device, { power: 4 })).status).toBe(200);
  });

  it('cannot be deleted while devices refer to it', async () => {
    const path = { sn: 'CH-1' };
    expect(await ask(operator, 'channelDeleteBySn', { path })).toMatchObject({
      ...{ status: 409, msg: "This Channel is in use (Collector: Box) and can't be deleted" },
    });
    // A user who may not see any record of the channel is refused as well. The answer does not name the
    // records.
    const deleter = await joinTenant(server, operator.tenantId, ['channel:list', 'channel:delete']);
    expect(await ask(deleter, 'channelDeleteBySn', { path })).toMatchObject({
      ...{ status: 409, msg: "This Channel is in use (Collector) and can't be deleted" },
    });
    expect(await channel('CH-1')).toBeDefined();
  });
});

describe('a collector', () => {
  it('is listed in the tree of its company', async () => {
    const tree = await operator.call('companyCollectors', {});
    expect(tree).toMatchObject([
      {
        companyId: operator.tenantId,
        stations: [{ sn: 'LINK', collectors: [{ sn: 'COL-1', channelSn: 'CH-1' }] }],
      },
    ]);
    expect(await stranger.call('companyCollectors', {})).toMatchObject([{ stations: [] }]);
  });

  it('shows the values that it reports about itself', async () => {
    const attributes = { version: '2.1', time: Date.now() - 90_000, buffered: 12 };
    await fetch(`${server.url}/api/v1/${site.device.token}/attributes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(attributes),
    });
    await followLinks(server);
    const box = await collector('COL-1');
    expect(box).toMatchObject({ softwareVersion: '2.1', buffered: 12 });
    expect(box!.clockOffset).toBeGreaterThan(-95);
    expect(box!.clockOffset).toBeLessThan(-85);
  });

  it('is read page by page, changed and deleted by its id', async () => {
    const { id, version } = await operator.call('collectorCreate', {
      body: { sn: 'COL-3', name: 'Third box', stationSn: 'LINK' },
    });
    expect((await operator.call('collectorDevicePage', {})).total).toBe(2);
    expect(await operator.call('collectorDeviceGet', { path: { id } })).toMatchObject({ sn: 'COL-3' });
    const body = { id, version, model: 'Box 2000' };
    expect(await operator.call('collectorDeviceUpdate', { body })).toMatchObject({ model: 'Box 2000' });
    await operator.call('collectorDeviceDelete', { path: { id } });
    expect((await operator.call('collectorDevicePage', {})).total).toBe(1);
  });

  it('is changed and deleted by its number', async () => {
    const made = await operator.call('collectorCreate', {
      body: { sn: 'COL-2', name: 'Second box', stationSn: 'LINK' },
    });
    const body = { version: made.version, name: 'Box two' };
    expect(await operator.call('collectorUpdateBySn', { path: { sn: 'COL-2' }, body })).toMatchObject(
      body.name ? { name: 'Box two' } : {},
    );
    await expect(stranger.call('collectorDeleteBySn', { path: { sn: 'COL-2' } })).rejects.toMatchObject({
      status: 404,
    });
    await operator.call('collectorDeleteBySn', { path: { sn: 'COL-2' } });
    expect(await collector('COL-2')).toBeUndefined();
  });
});

describe('a monitor server', () => {
  let listening: Server;
  let port: number;
  beforeAll(async () => {
    listening = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => new Promise((resolve) => listening.close(resolve)));

  const make = (name: string, host: string, at: number) =>
    operator.call('monitorServerCreate', { body: { name, host, port: at, role: 'receive' } });
  const stateOf = async (name: string) =>
    (await operator.call('monitorServerAll', {})).find((one) => one.name === name);

  it('is reachable if a connection opens, and otherwise shows the reason', async () => {
    const own = await make('Own', '127.0.0.1', port);
    await make('Private', '10.255.255.1', 80);
    await make('Nobody', 'no-such-host.invalid', 80);
    await tryServers(server, [port]);
    expect(await stateOf('Own')).toMatchObject({
      state: 'reachable',
      fault: null,
      answerTime: expect.any(Number),
    });
    expect(await stateOf('Private')).toMatchObject({ state: 'refused', answerTime: null });
    expect(await stateOf('Nobody')).toMatchObject({ state: 'unreachable' });

    // The same address counts as private if the port is not one of the server's own.
    await tryServers(server, []);
    expect(await stateOf('Own')).toMatchObject({ state: 'refused' });
    const { version } = (await stateOf('Own'))!;
    await operator.call('monitorServerUpdate', { body: { id: own.id, version, enabled: false } });
    await tryServers(server, [port]);
    expect(await stateOf('Own')).toMatchObject({ state: 'disabled' });
  });

  it('is read page by page and one by one, and is hidden from other users', async () => {
    const { records, total } = await operator.call('monitorServerPage', { query: { size: 10 } });
    expect(total).toBe(3);
    const { id } = records[0]!;
    expect(await operator.call('monitorServerGet', { path: { id } })).toMatchObject({ id });
    await expect(stranger.call('monitorServerGet', { path: { id } })).rejects.toMatchObject({ status: 404 });
    await expect(stranger.call('monitorServerDelete', { path: { id } })).rejects.toMatchObject({
      status: 404,
    });
    await operator.call('monitorServerDelete', { path: { id } });
    expect((await operator.call('monitorServerPage', {})).total).toBe(2);
  });
});
