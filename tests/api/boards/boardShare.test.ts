import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DashboardDocument } from '../../../generated/definition.ts';
import type { OperationId } from '../../../generated/operations.ts';
import { ask } from '../../support/calls/ask.ts';
import { type CallInput, type Client, createClient } from '../../support/calls/client.ts';
import { setAge, setRoles, tablesWith } from '../../support/calls/world.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, type Site, send } from '../../support/telemetry/site.ts';

let server: TestServer;
/** A user with all permissions in the tenant, who shares boards with others. */
let chief: Client & { tenantId: number };
/** A user who may share boards with others, but not by link. */
let author: Client;
let stranger: Client;
let site: Site;
let stationSn: string;
const nobody = () => createClient(server.url);

beforeAll(async () => {
  server = await sharedServer();
  chief = await makeOperator(server);
  author = await joinTenant(server, chief.tenantId, ['kanban:get', 'kanban:update', 'board:*']);
  stranger = await makeOperator(server);
  site = await makeSite(chief);
  stationSn = site.station.sn!;
});
afterAll(() => server?.stop());

const status = async (client: Client, id: OperationId, input: CallInput) =>
  (await ask(client, id, input)).status;

const shown = ({ device, variable }: Site): DashboardDocument => ({
  version: 1,
  widgets: [
    {
      ...{ id: 'a', type: 'keyData', version: 1 },
      config: { name: 'a', dataType: 'device_data', deviceValue: [device.sn, variable.sn] },
    },
  ],
  layouts: { lg: [{ i: 'a', x: 0, y: 0, w: 6, h: 4 }] },
});

let count = 0;
async function makeBoard(client: Client, values: Record<string, unknown> = {}) {
  count += 1;
  const body = { name: `Board ${count}`, visibility: 'private', ...values };
  return client.call('boardCreate', { body });
}
const save = (client: Client, boardId: number, document = shown(site), version = 0) =>
  client.call('kanbanSave', { body: { stationSn, boardId, version, document } });
/** Creates a user with their own role. */
async function member(permissions: readonly string[]) {
  count += 1;
  const role = await chief.call('roleCreate', {
    body: { name: `Role ${count}`, key: `role${count}`, permissions },
  });
  const { userId, username } = await makePerson(server, [chief.tenantId]);
  await setRoles(server, userId, [role.id!]);
  return { roleId: role.id!, userId, client: await login(server, username, PASSWORD) };
}

describe('a link to a board', () => {
  const share = (client: Client, body: object = {}) =>
    client.call('boardShareCreate', { body: { stationSn, hours: 1, ...body } });
  const look = (token: string) => ask(nobody(), 'sharedBoard', { path: { token } });
  const query = (token: string, ...needs: object[]) =>
    ask(nobody(), 'sharedBoardQuery', {
      path: { token },
      body: { needs: needs.map((need, at) => ({ key: String(at), ...need })) },
    });

  it('limits the number of statistics per request, and of figures per board', async () => {
    const { id } = await makeBoard(chief);
    await save(chief, id!);
    const { token } = await share(chief, { boardId: id });
    const statistic = (sns: string[], from: string) => ({
      ...{ kind: 'statistic', sns, method: 'AVG', bucket: 'hour' },
      ...{ from, to: '2026-01-01T00:00:00Z' },
    });
    const day = statistic(['nowhere'], '2025-12-31T00:00:00Z');
    expect(await query(token, ...Array.from({ length: 101 }, () => day))).toMatchObject({
      status: 400,
      code: 400_101,
    });
    expect((await query(token, ...Array.from({ length: 100 }, () => day))).status).toBe(200);
    const sns = Array.from({ length: 60 }, (_, at) => `nowhere-${at}`);
    const queryNeed = (need: object) =>
      ask(chief, 'boardQuery', { body: { stationSn, needs: [{ key: 'a', ...need }] } });
    expect(await queryNeed(statistic(sns, '2025-01-01T00:00:00Z'))).toMatchObject({
      status: 400,
      code: 400_102,
    });
    expect((await queryNeed(statistic(sns, '2025-12-01T00:00:00Z'))).status).toBe(200);
    const { data } = await queryNeed(statistic([site.variable.sn!], '1930-01-01T00:00:00Z'));
    expect(data.results).toMatchObject([{ key: 'a', ok: false, code: 40053 }]);
  });

  it('requests at most the maximum number of needs, and otherwise reports it immediately', async () => {
    const { id } = await makeBoard(chief);
    await save(chief, id!);
    const { token } = await share(chief, { boardId: id });
    const wrong = await query(token, ...Array.from({ length: 8_000 }, () => ({ a: 1, b: 2 })));
    expect(wrong).toMatchObject({ status: 400, errors: [{ field: '/needs' }] });
    expect((await query(token, { kind: 'realtime', sns: [1] })).status).toBe(400);
  });

  it('opens only this board and its data, for anyone who has the link', async () => {
    const { id } = await makeBoard(chief);
    await save(chief, id!);
    await send(server.url, site.device, { power: 7 });
    const { token, share: made } = await share(chief, { boardId: id });
    const { data } = await look(token);
    expect(data).toMatchObject({ station: { sn: stationSn }, document: shown(site) });
    expect(JSON.stringify(data)).not.toMatch(/address|Person/);
    const foreign = await chief.call('deviceVariableCreate', {
      body: {
        deviceSn: site.device.sn,
        code: `other${id}`,
        name: 'Other',
        dataType: 'number',
        kind: 'gauge',
      },
    });
    const answers = await query(
      token,
      { kind: 'realtime', sns: [site.variable.sn] },
      { kind: 'realtime', sns: [site.variable.sn, foreign.sn] },
      { kind: 'stationDetails' },
      { kind: 'alarms', status: '0,1', current: 1, size: 5 },
      { kind: 'call', operation: 'stationCharge', path: { sn: stationSn } },
    );
    expect(answers.data.results.map(({ ok, code }) => [ok, code])).toEqual([
      [true, undefined],
      [false, 40372],
      [true, undefined],
      [false, 40372],
      [false, 40372],
    ]);
    expect(answers.data.results[0]?.data).toMatchObject([{ sn: site.variable.sn, data: 7 }]);
    const [listed] = await chief.call('boardShares', { query: { stationSn } });
    expect(listed).toMatchObject({ id: made.id, boardId: id, opens: 1 });
    expect(JSON.stringify(listed)).not.toContain(token);
  });

  it('sends a map only its own station', async () => {
    const other = await makeSite(chief);
    const { id } = await makeBoard(chief);
    const widgets = [{ id: 'map', type: 'stationMap', version: 1, config: { stations: 'this' } }];
    await save(chief, id!, { version: 1, widgets, layouts: { lg: [{ i: 'map', x: 0, y: 0, w: 6, h: 5 }] } });
    const { token } = await share(chief, { boardId: id });
    const map = (queried?: string) => ({
      ...{ kind: 'call', operation: 'stationOverview' },
      ...(queried && { query: { stationSn: queried } }),
    });
    const { data } = await query(token, map(stationSn), map(other.station.sn), map());
    expect(data.results.map(({ ok, code }) => ok || code)).toEqual([true, 40372, 40372]);
    expect(data.results[0]?.data).toMatchObject({ stations: [{ sn: stationSn }] });
    expect(JSON.stringify(data)).not.toContain(other.station.sn);
  });

  it('reveals no camera: streams are only for signed-in users', async () => {
    const { id } = await makeBoard(chief);
    const widgets = [{ id: 'eye', type: 'camera', version: 1, config: { name: 'Yard' } }];
    await save(chief, id!, { version: 1, widgets, layouts: { lg: [{ i: 'eye', x: 0, y: 0, w: 6, h: 5 }] } });
    const { token } = await share(chief, { boardId: id });
    const camera = { kind: 'call', operation: 'camerasOfStation', query: { stationSn } };
    expect((await query(token, camera)).data.results).toMatchObject([{ ok: false, code: 40372 }]);
  });

  it('ends when it is revoked, when it expires, and when its author loses the permission', async () => {
    const { client, userId } = await member(['kanban:get', 'kanban:update', 'kanban:share', 'board:*']);
    const links = [await share(client), await share(client), await share(client)];
    const [revoked, late, left] = links.map(({ token }) => token) as [string, string, string];
    for (const token of [revoked, late, left]) expect((await look(token)).status).toBe(200);
    await chief.call('boardShareRevoke', { path: { id: links[0]!.share.id } });
    expect(await look(revoked)).toMatchObject({ status: 404, code: 40471 });
    expect((await query(revoked, { kind: 'stationDetails' })).status).toBe(404);
    await setAge(server, ['board_share', 'expires_at'], [links[1]!.share.id], '1 second');
    expect((await look(late)).status).toBe(404);
    expect((await query(late, { kind: 'stationDetails' })).status).toBe(404);
    await setRoles(server, userId, []);
    expect((await look(left)).status).toBe(404);
    expect((await look('a'.repeat(43))).status).toBe(404);
  });

  it('ends with the password of its author, who sees and revokes it in their account', async () => {
    const { client, userId } = await member(['kanban:get', 'kanban:update', 'kanban:share', 'board:*']);
    const [active, revoked] = [await share(client), await share(client)];
    const own = await client.call('ownBoardLinks');
    expect(own).toMatchObject([
      { id: revoked.share.id, stationSn, boardName: null },
      { id: active.share.id },
    ]);
    expect(JSON.stringify(own)).not.toContain(active.token);
    const path = { id: revoked.share.id };
    expect(await status(chief, 'ownBoardLinkRevoke', { path })).toBe(404);
    expect(await status(client, 'ownBoardLinkRevoke', { path })).toBe(200);
    expect((await look(revoked.token)).status).toBe(404);
    expect((await look(active.token)).status).toBe(200);
    const reset = { id: userId, confirm: 'I confirm', password: 'another one' };
    await chief.call('resetPassword', { body: reset });
    expect((await look(active.token)).status).toBe(404);
    expect((await query(active.token, { kind: 'stationDetails' })).status).toBe(404);
  });

  it('ends when its author changes the password', async () => {
    const { client } = await member(['kanban:get', 'kanban:update', 'kanban:share', 'board:*']);
    const { token } = await share(client);
    const change = { oldPassword: PASSWORD, newPassword: 'another one', repeatPassword: 'another one' };
    await client.call('changePassword', { body: change });
    expect((await look(token)).status).toBe(404);
  });

  it('is limited to fifty per station, even for parallel requests', async () => {
    const { sn } = (await makeSite(chief)).station;
    const requests = Array.from({ length: 60 }, () =>
      status(chief, 'boardShareCreate', { body: { stationSn: sn, hours: 1 } }),
    );
    const statuses = await Promise.all(requests);
    expect(statuses.filter((one) => one === 200)).toHaveLength(50);
    expect(statuses.filter((one) => one === 409)).toHaveLength(10);
  });

  it('is created, listed and revoked only with the permission, and recorded in the history without its token', async () => {
    const { token, share: made } = await share(chief);
    for (const id of ['boardShareRevoke', 'boardShares', 'boardShareCreate'] as const) {
      const input = { path: { id: made.id }, query: { stationSn }, body: { stationSn, hours: 1 } };
      const wrongInput = {
        boardShareRevoke: { path: input.path },
        boardShares: { query: input.query },
        boardShareCreate: { body: input.body },
      }[id];
      expect(await status(author, id, wrongInput), id).toBe(403);
      expect(await status(stranger, id, wrongInput), id).toBe(404);
    }
    expect(await status(chief, 'boardShareCreate', { body: { stationSn, hours: 8761 } })).toBe(400);
    const { id } = await makeBoard(author);
    expect(await status(chief, 'boardShareCreate', { body: { stationSn, boardId: id, hours: 1 } })).toBe(404);
    await chief.call('boardShareRevoke', { path: { id: made.id } });
    const lines = (await chief.call('auditPage', { query: { entity: 'siteKanban', size: 100 } })).records;
    expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(['share', 'unshare']));
    expect(await tablesWith(server, token)).toEqual([]);
  });
});
