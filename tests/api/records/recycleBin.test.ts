import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { listenEvents, runRetention } from '../../support/calls/inside.ts';
import { countRows, runSql, setAge, setRoles } from '../../support/calls/world.ts';
import { makePerson, makeRole, PASSWORD } from '../../support/people/people.ts';
import {
  customerAt as at,
  customersOf,
  fileForm as form,
  openRecordWorld,
  type RecordWorld,
} from '../../support/records/records.ts';
import { type Client, login, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenantId: number;
let people: RecordWorld['people'];
let boss: Client;
let reader: Client;
let owner: Client;
let stranger: Client;
let narrow: Client;

beforeAll(async () => {
  const world = await openRecordWorld();
  ({ server, tenantId, people } = world);
  ({ boss, reader, owner, stranger, narrow } = world.clients);
});
afterAll(() => server?.stop());

const { create, change, remove, history } = customersOf(() => boss);
const bin = async (client = boss, query: Record<string, string> = {}) =>
  (await client.call('recycleBin', { query: { size: 50, ...query } })).records;
const binned = async (recordId: number, entity = 'customer') =>
  (await bin()).find((one) => one.recordId === recordId && one.entity === entity)!;
const restore = (ids: number[], client = boss) => client.call('recycleBinRestore', { body: { ids } });

describe('a deleted record', () => {
  it('disappears from its list, is in the bin with user and time, and is restored with id, values and version', async () => {
    const record = await change(await create(boss, { city: '苏州', remark: 'a"b\\c' }), { level: 'VIP' });
    await remove(record.id);
    expect((await ask(boss, 'getCustomerInfoById', { query: { id: record.id } })).status).toBe(404);
    const entry = await binned(record.id);
    expect(entry).toMatchObject({ entity: 'customer', label: record.name, deletedBy: people.boss.userId });
    expect(entry.deletedByName).toMatch(/^Person/);
    expect(Date.parse(entry.purgeAt!) - Date.parse(entry.deletedAt)).toBe(90 * 86_400_000);
    const listener = listenEvents(server);
    expect(await restore([entry.id])).toEqual({
      restored: [{ id: entry.id, entity: 'customer', recordId: record.id }],
      failed: [],
    });
    listener.stop();
    expect(listener.events).toContainEqual(
      expect.objectContaining({ entity: 'customer', id: record.id, do: 'create' }),
    );
    const back = await boss.call('getCustomerInfoById', { query: { id: record.id } });
    expect(back).toEqual({ ...record, _labels: expect.anything(), _marks: expect.anything() });
    expect(await binned(record.id)).toBeUndefined();
    expect((await history(record.id)).map(({ action }) => action)).toEqual([
      'restore',
      'delete',
      'update',
      'create',
    ]);
  });

  it('that cannot be restored is reported at the field, and remains in the bin', async () => {
    const record = await create(boss, { name: 'Taken name' });
    const fine = await create();
    await remove(record.id);
    await remove(fine.id);
    await create(boss, { name: 'Taken name' });
    const ids = [(await binned(record.id)).id, (await binned(fine.id)).id];
    const { restored, failed } = await boss.call('recycleBinRestore', {
      body: { ids },
      headers: { 'accept-language': 'en' },
    });
    expect(restored.map(({ recordId }) => recordId)).toEqual([fine.id]);
    expect(failed).toEqual([
      expect.objectContaining({
        label: 'Taken name',
        field: '/name',
        msg: 'It cannot be restored: another record now uses Customer name “Taken name”. Change that record first.',
      }),
    ]);
    expect(await binned(record.id)).toBeDefined();
  });

  it('that no longer matches its definition remains in the bin, with the field and the reason', async () => {
    const record = await create(boss, { taxNumber: '91310000MA1FL0A1ZZ' });
    await remove(record.id);
    const { id } = await binned(record.id);
    await runSql(
      server,
      `update recycle_bin set record = jsonb_set(record, '{tax_number}', '"short"') where id = $1`,
      id,
    );
    const { failed } = await boss.call('recycleBinRestore', {
      body: { ids: [id] },
      headers: { 'accept-language': 'en' },
    });
    expect(failed).toMatchObject([
      { id, field: '/taxNumber', msg: expect.stringContaining('no longer valid') },
    ]);
    expect((await ask(boss, 'getCustomerInfoById', { query: { id: record.id } })).status).toBe(404);
    expect(await binned(record.id)).toBeDefined();
  });

  it('is found by its entity and by words of its label', async () => {
    const record = await create(boss, { name: 'Needle 100%_x' });
    await remove(record.id);
    expect((await bin(boss, { search: '100%_' })).map(({ recordId }) => recordId)).toEqual([record.id]);
    expect(await bin(boss, { search: 'Needle', entity: 'station' })).toEqual([]);
  });

  it('hides its name if a rule hides it, also in searches and failed restores', async () => {
    const record = await create(boss, { name: 'Hidden name' });
    await remove(record.id);
    const { userId, username } = await makePerson(server, [tenantId], {});
    const role = await makeRole(server, tenantId, {
      permissions: ['customer:*', 'recycleBin:list'],
      fieldRules: [{ field: 'customer.name', rule: 'hidden' }],
    });
    await setRoles(server, userId, [role]);
    const nameless = await login(server, username, PASSWORD);
    const entry = (await bin(nameless)).find(({ recordId }) => recordId === record.id);
    expect(entry?.label).toBe(`#${record.id}`);
    expect(await bin(nameless, { search: 'Hidden name' })).toEqual([]);
    expect(await bin(boss, { search: 'Hidden name' })).toHaveLength(1);
    await create(boss, { name: 'Hidden name' });
    const { failed } = await restore([entry!.id], nameless);
    expect(failed).toMatchObject([{ label: `#${record.id}`, field: '/name' }]);
    expect(JSON.stringify(failed)).not.toContain('Hidden name');
  });

  it('is deleted with its comments and files when it is purged', async () => {
    const record = await create();
    await boss.call('recordCommentAdd', { ...at(record.id), body: { body: 'to be forgotten' } });
    await boss.call('recordAttachmentAdd', { ...at(record.id), form: form('plan.txt', Buffer.from('plan')) });
    await remove(record.id);
    const entry = await binned(record.id);
    expect(await boss.call('recycleBinPurge', { body: { ids: [entry.id] } })).toEqual({ purged: 1 });
    expect((await ask(boss, 'recycleBinRestore', { body: { ids: [entry.id] } })).status).toBe(404);
    expect(await countRows(server, 'record_comment', { record_id: record.id })).toBe(0);
    expect(await countRows(server, 'file', { name: 'plan.txt' })).toBe(0);
  });

  it('is purged automatically after its time, and not a day earlier', async () => {
    const [old, young] = [await create(), await create()];
    await remove(old.id);
    await remove(young.id);
    const entries = new Map([old.id, young.id].map((id) => [id, binned(id)]));
    const age = async (id: number, days: number) =>
      setAge(server, ['recycle_bin', 'deleted_at'], [(await entries.get(id))!.id], `${days} days`);
    await age(old.id, 91);
    await age(young.id, 89);
    await runRetention(server);
    expect(await binned(old.id)).toBeUndefined();
    expect(await binned(young.id)).toBeDefined();
    await age(young.id, 91);
    await runRetention(server, { binDays: 0 });
    expect(await binned(young.id)).toBeDefined();
  });

  it('is visible, restored and purged only for users who could have deleted it', async () => {
    const [mine, others] = [await create(owner), await create(boss)];
    await remove(mine.id, owner);
    await remove(others.id);
    const entry = await binned(others.id);
    expect((await bin(owner)).map(({ recordId }) => recordId)).toEqual([mine.id]);
    expect(await bin(reader)).toEqual([]);
    expect(await bin(stranger)).toEqual([]);
    for (const client of [owner, reader, stranger]) {
      for (const call of ['recycleBinRestore', 'recycleBinPurge'] as const)
        expect((await ask(client, call, { body: { ids: [entry.id] } })).status).toBe(404);
    }
    expect((await restore([(await bin(owner))[0]!.id], owner)).restored).toHaveLength(1);
    expect((await ask(narrow, 'recycleBin')).status).toBe(403);
  });
});

describe('a deleted device', () => {
  it('keeps variables, rules and telemetry in the bin and is restored with them', async () => {
    const sn = `S${tenantId}`;
    await boss.call('stationCreate', {
      body: { sn, name: sn, timeZone: 'Asia/Shanghai', longitude: 121, latitude: 31 },
    });
    const device = await boss.call('deviceCreate', {
      body: { sn: `D${tenantId}`, name: 'Meter', stationSn: sn, type: 'meter' },
    });
    const { token } = device as { token: string };
    const send = () =>
      fetch(`${server.url}/api/v1/${token}/telemetry`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ power: 5 }),
      });
    expect((await send()).status).toBe(200);
    const [variable] = (await boss.call('deviceVariablePage', { query: {} })).records;
    const points = () => countRows(server, 'points', { tenant_id: tenantId, variable_id: variable!.id });
    expect(await points()).toBe(1);

    await boss.call('deviceDelete', { path: { id: device.id } });
    expect((await send()).status).toBe(401);
    expect((await binned(device.id, 'device')).carried).toEqual([{ entity: 'deviceVariable', count: 1 }]);
    expect((await boss.call('deviceVariablePage', { query: {} })).total).toBe(0);
    expect(await points()).toBe(1);

    await restore([(await binned(device.id, 'device')).id]);
    const { id, code, createdAt, version } = variable!;
    expect((await boss.call('deviceVariablePage', { query: {} })).records).toEqual([
      expect.objectContaining({ id, sn: variable!.sn, code, createdAt, version }),
    ]);
    expect((await send()).status).toBe(200);
    expect(await points()).toBe(2);

    await boss.call('deviceDelete', { path: { id: device.id } });
    await boss.call('stationDelete', {
      path: { id: (await boss.call('stationPage', { query: {} })).records[0]!.id },
    });
    const entry = await binned(device.id, 'device');
    const { failed } = await boss.call('recycleBinRestore', {
      body: { ids: [entry.id] },
      headers: { 'accept-language': 'en' },
    });
    expect(failed[0]).toMatchObject({ field: '/stationSn' });
    expect(failed[0]!.msg).toContain(`“${sn}” no longer exists`);
    await boss.call('recycleBinPurge', { body: { ids: [entry.id] } });
    await expect.poll(points).toBe(0);
  });
});
