/**
 * The EMS menu of a tenant, the entries that a station has, and observers, who see only their stations and
 * menu entries (C030–C037, C438–C442).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { awaitJobEnd, jobBytes } from '../../support/records/excel.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import {
  joinTenant,
  makeOperator,
  makeRule,
  makeSite,
  type Site,
  send,
  until,
} from '../../support/telemetry/site.ts';

let server: TestServer;
let chief: Client & { tenantId: number };
let stranger: Client;
let seen: Site;
let hidden: Site;
let observerId: number;
let observer: Client;
let recordId: number;

type Entry = Awaited<ReturnType<typeof entries>>[number];
const entries = async () => (await chief.call('emsMenuPage', { query: { size: 200 } })).records;
const entryAt = async (route: string): Promise<Entry> => {
  const found = (await entries()).find((entry) => entry.route === route);
  if (!found) throw new Error(`no entry at ${route}`);
  return found;
};
const MONITOR = '/main/ems/map/monitor';
const WARNING = '/main/ems/map/warning';

beforeAll(async () => {
  server = await sharedServer();
  chief = await makeOperator(server);
  stranger = await makeOperator(server);
  [seen, hidden] = [await makeSite(chief, 'SEEN'), await makeSite(chief, 'HIDDEN')];
  const person = await makePerson(server, [chief.tenantId], {
    permissions: ['station:*', 'alarm:*', 'kanban:*'],
  });
  observerId = person.userId;
  observer = await login(server, person.username, PASSWORD);
  const made = await chief.call('emsObserverCreate', {
    body: { userId: observerId, stationSns: ['SEEN'], menus: [(await entryAt(MONITOR)).id] },
  });
  recordId = made.id;
});
afterAll(() => server?.stop());

const refused = (status: number) => expect.objectContaining({ status });
const change = async (values: Record<string, unknown>) => {
  const { version } = await chief.call('emsObserverGet', { path: { id: recordId } });
  await chief.call('emsObserverUpdate', { body: { id: recordId, version, ...values } });
};
const names = (pages: readonly { name: string }[]) => pages.map(({ name }) => name);

describe('the EMS menu of a tenant', () => {
  it('begins with the pages of the product, as a tree in both languages', async () => {
    const tree = await chief.call('siteEmsMenuTree', { body: { siteId: seen.station.id } });
    const warning = tree.find(({ route }) => route === WARNING);
    expect(warning).toMatchObject({ title: { zh: '告警管理', en: 'Alarms' }, checked: true });
    expect(warning?.children.map(({ route }) => route)).toContain(`${WARNING}/record`);
  });

  it('accepts only addresses of the product, and no cycles', async () => {
    const save = (body: Record<string, unknown>) => chief.call('emsMenuSave', { body });
    for (const route of ['/main/ems/nowhere', 'https://evil.example', '/main/operation/role', '//x'])
      await expect(save({ name: 'X', route })).rejects.toEqual(refused(400));
    const made = await save({ name: '站点', nameEn: 'Sites', route: '/main/ems/map' });
    const { id, version, route } = made;
    await expect(save({ id, version, name: 'X', route, parentId: id })).rejects.toEqual(refused(409));
    expect(await save({ id, version, name: '全部站点', route })).toMatchObject({
      name: '全部站点',
    });
    await expect(stranger.call('emsMenuGet', { path: { id: made.id } })).rejects.toEqual(refused(404));
  });
});

describe('what a site has', () => {
  const open = async (siteId: number) =>
    (await chief.call('siteEmsMenuFlat', { query: { siteId } })).map(({ route }) => route);

  it('includes everything by default', async () => {
    expect(await open(hidden.station.id)).toEqual(expect.arrayContaining([MONITOR, WARNING]));
    expect(await chief.call('siteClosedRoutes', { query: { siteId: hidden.station.id } })).toEqual([]);
  });

  it('includes only the chosen entries with all entries below them', async () => {
    const siteId = hidden.station.id;
    for (const route of [WARNING, MONITOR])
      await chief.call('siteEmsMenuSet', { body: { siteId, menuIds: [(await entryAt(route)).id] } });
    expect(await open(siteId)).toEqual(expect.arrayContaining([MONITOR, `${MONITOR}/dashboard`]));
    expect(await open(siteId)).not.toContain(WARNING);
    const nodes = await chief.call('siteEmsMenuOpen', { query: { siteId } });
    expect(JSON.stringify(nodes)).not.toContain(WARNING);
    const closed = await chief.call('siteClosedRoutes', { query: { siteId } });
    expect(closed).toContain(`${WARNING}/record`);
    expect(closed).not.toContain(`${MONITOR}/dashboard`);
    expect((await chief.call('siteEmsMenuPage', {})).total).toBe(1);
  });

  it('is neither visible nor writable for other users', async () => {
    const siteId = seen.station.id;
    for (const client of [stranger, observer])
      await expect(client.call('siteEmsMenuSet', { body: { siteId, menuIds: [] } })).rejects.toMatchObject({
        status: client === stranger ? 404 : 403,
      });
    await expect(stranger.call('siteEmsMenuFlat', { query: { siteId } })).rejects.toEqual(refused(404));
  });
});

describe('sites', () => {
  it('are listed if the caller may see them, and found by name, number and state', async () => {
    const both = [seen.station.id, hidden.station.id];
    expect(await chief.call('emsStationIds', {})).toEqual(both);
    expect(await observer.call('emsStationIds', {})).toEqual([seen.station.id]);
    const sites = (client: Client, query: Record<string, number>, body: object) =>
      client.call('emsSites', { query: query, body: body });
    expect(await sites(chief, { size: 1, current: 2 }, {})).toMatchObject({ total: 2, records: [{}] });
    expect(await sites(chief, {}, { keyword: 'hid' })).toMatchObject({
      records: [{ siteId: hidden.station.id, stationSn: 'HIDDEN' }],
    });
    expect(await sites(chief, {}, { stationSn: 'SEEN', status: 0 })).toMatchObject({ total: 1 });
    expect(await sites(chief, {}, { stationSn: 'SEEN', status: 1 })).toMatchObject({ total: 0 });
    await expect(sites(stranger, { tenantId: chief.tenantId }, {})).rejects.toEqual(refused(403));
    const linked = (client: Client) => client.call('emsLinkedStations', { body: { siteIds: both } });
    expect((await linked(chief)).map(({ stationSn }) => stationSn).sort()).toEqual(['HIDDEN', 'SEEN']);
    expect((await linked(observer)).map(({ stationSn }) => stationSn)).toEqual(['SEEN']);
    expect(await linked(stranger)).toEqual([]);
  });
});

describe('an observer', () => {
  it('sees only the given stations and menus, in every call', async () => {
    expect((await observer.call('stationsByDept', {})).map(({ sn }) => sn)).toEqual(['SEEN']);
    expect((await observer.call('deviceVariablePage', {})).records.map(({ sn }) => sn)).toEqual([
      seen.variable.sn,
    ]);
    const found = await observer.call('search', { query: { search: 'Station' } });
    expect(JSON.stringify(found)).toContain('SEEN');
    expect(JSON.stringify(found)).not.toContain('HIDDEN');
    expect((await observer.call('boardMine', { query: { stationSn: 'SEEN' } })).length).toBeGreaterThan(0);
    await expect(observer.call('boardMine', { query: { stationSn: 'HIDDEN' } })).rejects.toEqual(
      refused(404),
    );
    await expect(observer.call('stationGet', { path: { id: hidden.station.id } })).rejects.toEqual(
      refused(404),
    );
    await expect(observer.call('stationStatus', { path: { sn: 'HIDDEN' } })).rejects.toEqual(refused(404));
    const job = await observer.call('recordExport', {
      path: { entity: 'deviceVariable' },
      body: { format: 'csv', columns: ['sn'] },
    });
    await awaitJobEnd(observer, job);
    const text = (await jobBytes(observer, job)).toString('utf8');
    expect(text).toContain(seen.variable.sn);
    expect(text).not.toContain(hidden.variable.sn);
    const live = (sn: string) => observer.fetch(`/ems/api/main/live?stationSns=${sn}`);
    expect((await live('HIDDEN')).status).toBe(404);
    const stream = await live('SEEN');
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
  });

  it('does not list the staff', async () => {
    await expect(observer.call('approvalColleagues', { query: { search: '' } })).rejects.toEqual(
      refused(403),
    );
  });

  it('is denied functions that the menus exclude, even if a role allows them', async () => {
    await makeRule(chief, seen, 10);
    await expect(observer.call('alarmPage', {})).rejects.toEqual(refused(403));
    expect(names(await observer.call('getUserMenu', {}))).toContain('SiteMonitorDashboard');
    expect(names(await observer.call('getUserMenu', {}))).not.toContain('SiteWarningRecord');
    const { id: monitor } = await entryAt(MONITOR);
    const below = (await entries()).filter(({ parentId }) => parentId === monitor).map(({ route }) => route);
    const routes = (await observer.call('getPrincipal', {})).routes ?? [];
    expect(routes).toEqual(expect.arrayContaining(below));
    // A user who may open a page may open its tabs.
    expect(routes.filter((route) => !below.some((above) => route.startsWith(above)))).toEqual([]);
    expect(below).toContain(`${MONITOR}/dashboard`);
    const menu = await observer.call('siteEmsMenuFlat', { query: { siteId: seen.station.id } });
    expect(menu.map(({ route }) => route)).not.toContain(WARNING);
    await change({ menus: [(await entryAt(WARNING)).id] });
    await send(server.url, seen.device, { power: 50 });
    const alarms = await until(
      () => observer.call('alarmPage', {}),
      ({ records }) => records.length > 0,
    );
    expect(alarms.records).toMatchObject([{ stationSn: 'SEEN' }]);
    await expect(observer.call('boardMine', { query: { stationSn: 'SEEN' } })).rejects.toEqual(refused(403));
    await change({ menus: [(await entryAt(MONITOR)).id] });
  });

  it('writes nothing', async () => {
    const { id, version } = seen.station;
    await expect(
      observer.call('stationUpdate', { path: { id }, body: { version, name: 'Mine' } }),
    ).rejects.toEqual(refused(403));
    await expect(
      observer.call('deviceCreate', { body: { sn: 'D', name: 'D', stationSn: 'SEEN', type: 'meter' } }),
    ).rejects.toEqual(refused(403));
    await expect(observer.call('alarmConfirmStation', { body: { stationId: id } })).rejects.toBeDefined();
    const comment = { path: { entity: 'station', id }, body: { text: 'Mine' } };
    await expect(observer.call('recordCommentAdd', comment)).rejects.toEqual(refused(403));
    await expect(
      observer.call('recordTransition', {
        path: { entity: 'leave', id: 1 },
        body: { name: 'x', version: 1 },
      }),
    ).rejects.toEqual(refused(403));
    const form = new FormData();
    form.append('file', new Blob(['text']), 'a.txt');
    expect((await observer.request('uploadFile', { form })).status).toBe(403);
    // Observers may change their own view of a list.
    expect(
      await observer.call('boardMark', { body: { stationSn: 'SEEN', boardId: null, favourite: true } }),
    ).toBeDefined();
    await expect(observer.call('leaveCreate', { body: {} })).rejects.toEqual(refused(403));
  });

  it('sees nothing after the last day, and gets the full role back when the restriction is removed', async () => {
    await change({ until: '2020-01-31' });
    await expect(observer.call('stationsByDept', {})).rejects.toEqual(refused(403));
    await expect(observer.call('stationGet', { path: { id: seen.station.id } })).rejects.toEqual(
      refused(403),
    );
    await change({ until: '2999-01-31' });
    expect((await observer.call('stationsByDept', {})).map(({ sn }) => sn)).toEqual(['SEEN']);
    await chief.call('emsObserverDelete', { path: { id: recordId } });
    expect(await observer.call('stationsByDept', {})).toHaveLength(2);
  });
});

describe('a user who creates observers', () => {
  it('cannot grant more than they have, nor make themselves or a superior an observer', async () => {
    const menus = [(await entryAt(WARNING)).id];
    const granter = await joinTenant(server, chief.tenantId, [
      'emsObserver:*',
      'station:list',
      'user:list',
      'emsMenu:list',
    ]);
    const make = (client: Client, userId: number, stationSns = ['SEEN']) =>
      client.call('emsObserverCreate', { body: { userId, stationSns, menus } });
    const { userId } = await makePerson(server, [chief.tenantId]);
    await expect(make(granter, userId)).rejects.toEqual(refused(403));
    const { userId: self } = await chief.call('getPrincipal', {});
    await expect(make(chief, self)).rejects.toMatchObject({ status: 400 });
    await expect(make(granter, self)).rejects.toEqual(refused(403));
    await expect(make(chief, userId, ['NONE'])).rejects.toMatchObject({ status: 400 });
    await expect(make(stranger, userId)).rejects.toMatchObject({ status: 400 });
  });
});

describe('records of the access to a site', () => {
  it('are created, changed and listed by users with the permission, and hidden from others', async () => {
    const top = await entryAt(MONITOR);
    const changed = await chief.call('emsMenuUpdate', {
      body: { id: top.id, version: top.version, nameEn: 'Energy' },
    });
    expect(changed).toMatchObject({ nameEn: 'Energy', route: MONITOR });
    await expect(chief.call('emsMenuCreate', { body: { name: '重复', route: MONITOR } })).rejects.toEqual(
      refused(409),
    );
    const made = await chief.call('siteEmsMenuCreate', {
      body: { siteId: seen.station.id, menuIds: [top.id] },
    });
    const { id, version } = made;
    const body = { id, version, remark: 'Bought so' };
    expect(await chief.call('siteEmsMenuUpdate', { body })).toMatchObject({ remark: 'Bought so' });
    await expect(stranger.call('siteEmsMenuGet', { path: { id } })).rejects.toEqual(refused(404));
    expect(await chief.call('siteEmsMenuGet', { path: { id } })).toMatchObject({ menuIds: [top.id] });
    await chief.call('siteEmsMenuDelete', { path: { id } });
    expect((await stranger.call('emsObserverPage', {})).total).toBe(0);
  });

  it('contain the contact for alarms of a station', async () => {
    const phone = {
      stationSn: 'SEEN',
      name: 'Shift',
      phone: '0512-555',
      levels: ['critical'],
      weekdays: [1, 5],
    };
    const made = await chief.call('emsPhoneCreate', { body: phone });
    await expect(chief.call('emsPhoneCreate', { body: phone })).rejects.toEqual(refused(409));
    const body = { id: made.id, version: made.version, fromTime: '20:00:00', toTime: '08:00:00' };
    expect(await chief.call('emsPhoneUpdate', { body })).toMatchObject({ toTime: '08:00:00' });
    expect(await chief.call('emsPhonePage', {})).toMatchObject({
      records: [{ name: 'Shift', weekdays: [1, 5] }],
    });
    await expect(stranger.call('emsPhoneGet', { path: { id: made.id } })).rejects.toEqual(refused(404));
    await chief.call('emsPhoneDelete', { path: { id: made.id } });
    await expect(chief.call('emsPhoneGet', { path: { id: made.id } })).rejects.toEqual(refused(404));
  });
});
