import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DashboardDocument } from '../../../generated/definition.ts';
import type { OperationId } from '../../../generated/operations.ts';
import { ask } from '../../support/calls/ask.ts';
import { type CallInput, type Client, createClient } from '../../support/calls/client.ts';
import { setRoles } from '../../support/calls/world.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, type Site } from '../../support/telemetry/site.ts';

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
  author = await joinTenant(server, chief.tenantId, [
    'kanban:get',
    'kanban:update',
    'board:*',
    'device:list',
    'deviceVariable:list',
    'energyLabel:list',
    'ipc:list',
  ]);
  stranger = await makeOperator(server);
  site = await makeSite(chief);
  stationSn = site.station.sn!;
});
afterAll(() => server?.stop());

const status = async (client: Client, id: OperationId, input: CallInput) =>
  (await ask(client, id, input)).status;

const figure = (id: string, deviceValue?: [string, string]) => ({
  ...{ id, type: 'keyData', version: 1 },
  config: {
    name: id,
    dataType: 'device_data',
    calcInterval: 'real_time',
    ...(deviceValue && { deviceValue }),
  },
});

function documentOf(...widgets: DashboardDocument['widgets']): DashboardDocument {
  return {
    version: 1,
    widgets,
    layouts: { lg: widgets.map(({ id }, at) => ({ i: id, x: 0, y: at * 4, w: 6, h: 4 })) },
  };
}
const shown = ({ device, variable }: Site) => documentOf(figure('a', [device.sn!, variable.sn!]));

let count = 0;
async function makeBoard(client: Client, values: Record<string, unknown> = {}) {
  count += 1;
  const body = { name: `Board ${count}`, visibility: 'private', ...values };
  return client.call('boardCreate', { body });
}
const save = (client: Client, boardId: number, document = shown(site), version = 0) =>
  client.call('kanbanSave', { body: { stationSn, boardId, version, document } });
const open = (client: Client, boardId: number, sn = stationSn) =>
  ask(client, 'kanbanGet', { path: { stationSn: sn }, query: { boardId } });

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

describe('a board beside the station’s own', () => {
  it('has its own document and versions', async () => {
    const { id } = await makeBoard(author);
    expect(await open(author, id!)).toMatchObject({ data: { version: 0, boardId: id, mayEdit: true } });
    await save(author, id!);
    const second = documentOf(figure('b'));
    expect(await save(author, id!, second, 1)).toMatchObject({ version: 2, boardId: id, document: second });
    expect(
      await status(author, 'kanbanSave', { body: { stationSn, boardId: id, version: 1, document: second } }),
    ).toBe(409);
    const versions = await author.call('kanbanVersions', { path: { stationSn }, query: { boardId: id! } });
    expect(versions.records.map(({ version }) => version)).toEqual([2, 1]);
    const back = { stationSn, boardId: id, version: 1, current: 2 };
    expect((await author.call('kanbanRestore', { body: back })).document).toEqual(shown(site));
    expect((await author.call('kanbanGet', { path: { stationSn } })).version).toBe(0);
  });

  it('is hidden from other users while it is private, whatever their permissions', async () => {
    const { id, version } = await makeBoard(author, { name: 'Secret board' });
    await save(author, id!);
    for (const other of [chief, stranger]) {
      expect((await open(other, id!)).status).toBe(404);
      expect(await status(other, 'kanbanVersions', { path: { stationSn }, query: { boardId: id! } })).toBe(
        404,
      );
      expect(await status(other, 'boardGet', { path: { id: id! } })).toBe(404);
      expect(await status(other, 'boardUpdate', { body: { id, version, name: 'Mine now' } })).toBe(404);
      expect(await status(other, 'boardDelete', { path: { id: id! } })).toBe(404);
      const list = await other.call('boardPage', { query: { search: 'Secret board' } });
      expect([list.records, list.total]).toEqual([[], 0]);
    }
    expect((await author.call('boardPage', { query: { search: 'Secret board' } })).total).toBe(1);
    const mine = await chief.call('boardMine', { query: { stationSn } });
    expect(mine.map(({ boardId }) => boardId)).not.toContain(id);
  });

  it('is shared with a role or all users by users with the permission, and changed by its owner and them', async () => {
    const { roleId, client: reader } = await member(['kanban:get', 'kanban:update']);
    const { client: other } = await member(['kanban:get', 'kanban:update']);
    const board = await makeBoard(chief, { visibility: 'role', roleId });
    await save(chief, board.id!);
    expect(await open(reader, board.id!)).toMatchObject({ status: 200, data: { mayEdit: false } });
    expect((await open(other, board.id!)).status).toBe(404);
    const body = { stationSn, boardId: board.id, version: 1, document: shown(site) };
    expect(await ask(reader, 'kanbanSave', { body })).toMatchObject({ status: 403, code: 40371 });
    const all = { id: board.id, version: board.version, visibility: 'tenant' };
    const updated = await chief.call('boardUpdate', { body: all });
    expect(updated).toMatchObject({ visibility: 'tenant', roleId: null });
    expect((await open(other, board.id!)).status).toBe(200);
    expect((await open(stranger, board.id!)).status).toBe(404);
  });

  it('is not shared without the permission, nor taken from its owner', async () => {
    const narrow = await joinTenant(server, chief.tenantId, [
      'kanban:*',
      ...['list', 'get', 'create', 'update', 'delete', 'import'].map((one) => `board:${one}`),
    ]);
    const { id, version } = await makeBoard(narrow);
    const widen = { body: { id, version, visibility: 'tenant' } };
    expect(await ask(narrow, 'boardUpdate', widen)).toMatchObject({ status: 403, code: 40370 });
    expect(await status(narrow, 'boardCreate', { body: { name: 'For all', visibility: 'tenant' } })).toBe(
      403,
    );
    const many = { selection: { ids: [id] }, expected: 1, values: { visibility: 'tenant' } };
    expect(await status(narrow, 'recordBulkUpdate', { path: { entity: 'board' }, body: many })).toBe(403);
    expect(await open(narrow, id!)).toMatchObject({ data: { mayEdit: true } });
    const common = await makeBoard(author, { visibility: 'tenant' });
    const change = { body: { id: common.id, version: common.version, visibility: 'private' } };
    expect(await status(chief, 'boardUpdate', change)).toBe(403);
    expect(await status(author, 'boardUpdate', change)).toBe(200);
  });

  it('opens only on its station, if it has one', async () => {
    const elsewhere = await makeSite(chief);
    const bound = await makeBoard(author, { stationSn });
    const free = await makeBoard(author);
    expect((await open(author, bound.id!)).status).toBe(200);
    expect((await open(author, bound.id!, elsewhere.station.sn!)).status).toBe(404);
    expect((await open(author, free.id!, elsewhere.station.sn!)).status).toBe(200);
  });

  it('is restored from the recycle bin with its versions, also together with its station', async () => {
    const station = await chief.call('stationCreate', {
      body: { sn: 'GONE', name: 'Gone', timeZone: 'Asia/Shanghai' },
    });
    const board = await makeBoard(chief, { stationSn: station.sn });
    const place = { path: { stationSn: station.sn! }, query: { boardId: board.id! } };
    const body = { stationSn: station.sn, boardId: board.id, version: 0, document: documentOf() };
    await chief.call('kanbanSave', { body });
    const bringBack = async (entity: string) => {
      const { records } = await chief.call('recycleBin', { query: { entity } });
      const { restored } = await chief.call('recycleBinRestore', { body: { ids: [records[0]!.id] } });
      expect(restored).toHaveLength(1);
    };
    await chief.call('boardDelete', { path: { id: board.id! } });
    expect(await status(chief, 'kanbanGet', place)).toBe(404);
    await bringBack('board');
    expect((await chief.call('kanbanVersions', place)).total).toBe(1);
    await chief.call('stationDelete', { path: { id: station.id! } });
    await bringBack('station');
    expect((await chief.call('kanbanGet', place)).version).toBe(1);
  });
});

describe('the boards that a user may open', () => {
  it('begin with the station’s own, and one of them is the default', async () => {
    const person = await member(['kanban:get', 'kanban:update', 'board:*']);
    const { station } = await makeSite(chief);
    const sn = station.sn!;
    const [first, second] = [
      await makeBoard(person.client, { folder: 'Night' }),
      await makeBoard(person.client),
    ];
    const mine = async () =>
      (await person.client.call('boardMine', { query: { stationSn: sn } })).filter(
        ({ boardId, mine }) => boardId === null || mine,
      );
    const firsts = (await mine()).map(({ boardId, isDefault }) => [boardId, isDefault]);
    expect(firsts).toEqual([
      [null, true],
      [first.id, false],
      [second.id, false],
    ]);
    expect((await mine())[1]).toMatchObject({ folder: 'Night', mayEdit: true, mayManage: true, version: 0 });
    const mark = (body: object) => person.client.call('boardMark', { body: { stationSn: sn, ...body } });
    await mark({ boardId: first.id, isDefault: true, favourite: true });
    await mark({ boardId: second.id, isDefault: true });
    await mark({ boardId: null, favourite: true });
    const marked = (await mine()).map(({ favourite, isDefault }) => [favourite, isDefault]);
    expect(marked).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
    await mark({ boardId: second.id, isDefault: false });
    expect((await mine())[0]?.isDefault).toBe(true);
    const elsewhere = await person.client.call('boardMine', { query: { stationSn } });
    expect(elsewhere.some(({ favourite }) => favourite)).toBe(false);
    const { id } = await makeBoard(author);
    expect(await status(person.client, 'boardMark', { body: { stationSn: sn, boardId: id } })).toBe(404);
    expect(await status(stranger, 'boardMine', { query: { stationSn: sn } })).toBe(404);
  });

  it('are marked by one person many times in parallel without an error', async () => {
    const { id } = await makeBoard(author);
    const marks = [id, null, id, null].map((boardId) =>
      status(author, 'boardMark', { body: { stationSn, boardId, isDefault: true } }),
    );
    expect(await Promise.all(marks)).toEqual([200, 200, 200, 200]);
  });
});

describe('a board for another station', () => {
  it('gets the variables of that station, and a list of variables without a match', async () => {
    const target = await makeSite(chief);
    const document = documentOf(
      figure('a', [site.device.sn!, site.variable.sn!]),
      figure('b', [site.device.sn!, `${site.device.sn}-nothing`]),
    );
    const body = { stationSn: target.station.sn, document };
    const { matched, missing, document: there } = await author.call('boardMatch', { body });
    expect(there.widgets.map(({ config }) => config.deviceValue)).toEqual([
      [target.device.sn, target.variable.sn],
      undefined,
    ]);
    expect(matched).toEqual([
      {
        ...{ widgetId: 'a', pointer: '/widgets/0/config/deviceValue', exact: true },
        ...{ from: site.variable.sn, to: target.variable.sn },
      },
    ]);
    expect(missing).toMatchObject([
      { widgetId: 'b', pointer: '/widgets/1/config/deviceValue', candidates: [{ sn: target.variable.sn }] },
    ]);
    expect(await status(stranger, 'boardMatch', { body })).toBe(404);
  });

  it('replaces labels and cameras by ones of the same name, and lists what it removed', async () => {
    const target = await makeSite(chief);
    const [type] = (await chief.call('energyTypePage', {})).records;
    const label = (stationSn: string, name: string) =>
      chief.call('energyLabelCreate', {
        body: { name, stationSn, energyTypeId: type!.id, labelType: 'area' },
      });
    const [hall, roof] = [await label(site.station.sn!, 'Hall'), await label(site.station.sn!, 'Roof')];
    const there = await label(target.station.sn!, 'Hall');
    const widget = (id: string, kind: string, config: Record<string, unknown>) => ({
      ...figure(id),
      type: kind,
      config,
    });
    const document = documentOf(
      widget('p', 'energyProportion', { name: 'P', labels: [hall.id, roof.id] }),
      widget('c', 'camera', { camera: 999_999 }),
    );
    const match = await author.call('boardMatch', { body: { stationSn: target.station.sn, document } });
    expect(match.document.widgets.map(({ config }) => config)).toEqual([
      { name: 'P', labels: [there.id] },
      {},
    ]);
    expect(match.removed).toEqual([
      { widgetId: 'p', pointer: '/widgets/0/config/labels/1', entity: 'energyLabel', name: 'Roof' },
      { widgetId: 'c', pointer: '/widgets/1/config/camera', entity: 'ipc', name: null },
    ]);
    const own = await author.call('boardMatch', { body: { stationSn: site.station.sn, document } });
    expect(own.document.widgets[0]?.config.labels).toEqual([hall.id, roof.id]);
  });
});

describe('a board from a file', () => {
  const problems = async (document: unknown) =>
    (await author.call('boardCheck', { body: { document } })).problems;

  it('returns each problem with its place', async () => {
    expect(await problems(shown(site))).toEqual([]);
    const wrong = documentOf(figure('a'), figure('b'));
    wrong.widgets[1]!.config.dataFont = 'large';
    wrong.widgets[0]!.type = 'noSuchWidget';
    expect(await problems(wrong)).toMatchObject([
      { pointer: '/widgets/0/type', widgetId: 'a', fatal: false },
      { pointer: '/widgets/1/config/dataFont', widgetId: 'b', fatal: false },
    ]);
    const broken = {
      version: 1,
      widgets: [{ id: 'a' }],
      layouts: { lg: [{ i: 'a', x: 99, y: 0, w: 1, h: 1 }] },
    };
    expect((await problems(broken)).filter(({ fatal }) => fatal).map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/widgets/0/type', '/layouts/lg/0/x']),
    );
    const twice = documentOf(figure('a'), figure('a'));
    expect(await problems(twice)).toMatchObject([{ fatal: true }]);
  });

  it('has a published schema that accepts exactly what can be saved', async () => {
    const response = await nobody().request('boardSchema');
    expect(response.headers.get('content-type')).toContain('application/schema+json');
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    const check = new Ajv2020({ strict: false, validateFormats: false }).compile(
      (await response.json()) as object,
    );
    expect(check(shown(site))).toBe(true);
    const wrong = shown(site);
    wrong.widgets[0]!.config.dataFont = 'large';
    expect(check(wrong)).toBe(false);
  });
});
