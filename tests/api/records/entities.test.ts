import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenEvents } from '../../support/calls/inside.ts';
import { auditOf, runSql } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import {
  ApiFailure,
  type Client,
  login,
  sharedServer,
  type TestServer,
} from '../../support/server/server.ts';

let server: TestServer;
let own: Client;
let reader: Client;
let stranger: Client;
let tenantId: number;

beforeAll(async () => {
  server = await sharedServer();
  tenantId = await makeTenant(server);
  const otherTenant = await makeTenant(server);
  const all = ['customer', 'station', 'device', 'deviceVariable', 'alarmGenerater'].flatMap((entity) =>
    ['list', 'get', 'create', 'update', 'delete'].map((action) => `${entity}:${action}`),
  );
  const people = [
    await makePerson(server, [tenantId], { permissions: all }),
    await makePerson(server, [tenantId], { permissions: ['customer:list', 'customer:get', 'device:list'] }),
    await makePerson(server, [otherTenant], { permissions: all }),
  ];
  [own, reader, stranger] = (await Promise.all(
    people.map(({ username }) => login(server, username, PASSWORD)),
  )) as [Client, Client, Client];
});
afterAll(() => server.stop());

async function failure(run: Promise<unknown>): Promise<ApiFailure> {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiFailure)) throw new Error(`it was not refused: ${String(error)}`);
  return error;
}

let count = 0;
const create = (client: Client, body: Record<string, unknown> = {}) => {
  count += 1;
  return client.call('customerCreate', { body: { name: `Customer ${count}`, state: 'developing', ...body } });
};
const list = (client: Client, query: Record<string, string | number> = {}) =>
  client.call('getCustomerList', { query });
const names = async (query: Record<string, string | number>) =>
  (await list(own, query)).records.map(({ name }) => name);
const filter = (...and: unknown[]) => ({ filter: JSON.stringify({ and }) });

describe('creating', () => {
  it('applies defaults and sets values that only the server knows', async () => {
    const record = await create(own, { city: '苏州' });
    expect(record).toMatchObject({
      level: 'NP',
      creditRating: 'normal',
      version: 1,
      tenantId,
      city: '苏州',
      industry: null,
    });
    expect(record.ownerId).toBe(record.createdBy);
    expect(record._actions).toEqual(['update', 'delete']);
  });

  it.each([
    ['an unknown field', { colour: 'red' }, '/colour'],
    ['a server-owned field', { ownerId: 1 }, '/ownerId'],
    ['another tenant', { tenantId: 1 }, '/tenantId'],
    ['a value that is not in the list', { level: 'GOLD' }, '/level'],
    ['a text for a number', { name: 5 }, '/name'],
    ['an empty name', { name: '' }, '/name'],
    ['a malformed tax number', { taxNumber: 'abc' }, '/taxNumber'],
  ])('refuses %s', async (_, body, field) => {
    const { status, code, errors } = await failure(create(own, body));
    expect([status, code]).toEqual([400, 40001]);
    expect(errors.map((error) => error.field)).toContain(field);
  });

  it('refuses a used name, at its field, in both languages', async () => {
    await create(own, { name: '唯一' });
    const zh = await failure(create(own, { name: '唯一' }));
    expect(zh).toMatchObject({ status: 409, msg: '客户名称已存在', errors: [{ field: '/name' }] });
    const headers = { 'accept-language': 'en' };
    const en = await failure(
      own.call('customerCreate', { body: { name: '唯一', state: 'developing' }, headers }),
    );
    expect(en.msg).toBe('Customer name is already taken');
  });

  it('allows the same name in another tenant', async () => {
    await create(own, { name: 'Shared name' });
    await expect(create(stranger, { name: 'Shared name' })).resolves.toMatchObject({ version: 1 });
  });

  it('accepts a sub-industry only beside an industry', async () => {
    expect((await create(own, { subIndustry: 'energy.grid' })).subIndustry).toBeNull();
    const both = await create(own, { industry: 'energy', subIndustry: 'energy.grid' });
    expect(both.subIndustry).toBe('energy.grid');
  });

  it('refuses a reference to a record that does not exist in the tenant', async () => {
    const foreign = await create(stranger);
    const body = { sn: 'S-REF', name: 'S', timeZone: 'Asia/Shanghai', customerId: foreign.id };
    expect(await failure(own.call('stationCreate', { body }))).toMatchObject({
      status: 400,
      errors: [{ field: '/customerId' }],
    });
  });

  it('stores script as text', async () => {
    const name = '<script>alert(1)</script>';
    expect((await create(own, { name })).name).toBe(name);
  });
});

describe('reading', () => {
  it('returns one record, and nothing to another tenant', async () => {
    const { id } = await create(own);
    expect((await own.call('getCustomerInfoById', { query: { id } })).id).toBe(id);
    expect(await failure(stranger.call('getCustomerInfoById', { query: { id } }))).toMatchObject({
      status: 404,
      code: 40401,
    });
    expect(await failure(own.call('getCustomerInfoById', { query: { id: 999_999_999 } }))).toMatchObject({
      status: 404,
    });
    const { records } = await list(stranger, { size: 200 });
    expect(records.map((record) => record.id)).not.toContain(id);
  });

  it('offers only actions that its reader may perform', async () => {
    await create(own);
    expect((await list(reader)).records[0]?._actions).toEqual([]);
    expect((await list(own)).records[0]?._actions).toEqual(['update', 'delete']);
  });
});

describe('lists', () => {
  beforeAll(async () => {
    for (const [i, city] of ['杭州', '杭州', '宁波', '50%', '5_0'].entries())
      await create(own, { name: `List ${i}`, city, level: i < 2 ? 'VIP' : 'PP', remark: 'listed' });
  });
  const listed = { field: 'remark', op: 'eq', value: 'listed' };

  it('are paged with both spellings', async () => {
    const first = await list(own, { ...filter(listed), sort: 'name', current: 1, size: 2 });
    expect(first).toMatchObject({ total: 5, current: 1, size: 2 });
    const second = await list(own, { ...filter(listed), sort: 'name', pageNum: 2, pageSize: 2 });
    expect([...first.records, ...second.records].map(({ name }) => name)).toEqual([
      'List 0',
      'List 1',
      'List 2',
      'List 3',
    ]);
    expect((await list(own, { ...filter(listed), current: 9 })).records).toEqual([]);
    expect((await list(own)).size).toBe(10);
    expect(await failure(list(own, { size: 201 }))).toMatchObject({ status: 400 });
  });

  it('are filtered by every operation', async () => {
    const find = (...and: unknown[]) => names({ ...filter(listed, ...and), sort: 'name' });
    expect(await find({ field: 'city', op: 'eq', value: '宁波' })).toEqual(['List 2']);
    expect(await find({ field: 'city', op: 'ne', value: '杭州' })).toEqual(['List 2', 'List 3', 'List 4']);
    expect(await find({ field: 'city', op: 'in', value: ['宁波', '50%'] })).toEqual(['List 2', 'List 3']);
    expect(await find({ field: 'city', op: 'in', value: [] })).toEqual([]);
    expect(await find({ field: 'city', op: 'contains', value: '%' })).toEqual(['List 3']);
    expect(await find({ field: 'city', op: 'contains', value: '_' })).toEqual(['List 4']);
    expect(await find({ field: 'industry', op: 'empty', value: true })).toHaveLength(5);
    expect(await find({ field: 'industry', op: 'empty', value: false })).toEqual([]);
    expect(await find({ field: 'name', op: 'between', value: ['List 1', 'List 2'] })).toEqual([
      'List 1',
      'List 2',
    ]);
    const future = new Date(Date.now() + 60_000).toISOString();
    expect(await find({ field: 'createdAt', op: 'gte', value: future })).toEqual([]);
    expect(
      await find(
        { field: 'createdAt', op: 'lte', value: future },
        { field: 'level', op: 'eq', value: 'VIP' },
      ),
    ).toHaveLength(2);
  });

  it('are searched for words in any of their fields', async () => {
    expect(await names({ search: 'list 宁波' })).toEqual(['List 2']);
    expect(await names({ search: 'LIST 波' })).toEqual(['List 2']);
    expect(await names({ search: '50%' })).toEqual(['List 3']);
    expect(await names({ search: 'nothing like this' })).toEqual([]);
  });

  it('are sorted, equal values by id', async () => {
    expect(await names({ ...filter(listed), sort: '-name' })).toEqual([
      'List 4',
      'List 3',
      'List 2',
      'List 1',
      'List 0',
    ]);
    const byLevel = await list(own, { ...filter(listed), sort: 'level' });
    const ids = byLevel.records.filter(({ level }) => level === 'PP').map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('refuse access beyond the definition', async () => {
    const queries: Record<string, string>[] = [
      filter({ field: 'tenant_id', op: 'eq', value: 1 }),
      filter({ field: 'name', op: 'eq', value: 1 }),
      { filter: '{"and":' },
      { sort: 'name;drop table customer' },
      { colour: 'red' },
    ];
    for (const query of queries) expect(await failure(list(own, query))).toMatchObject({ status: 400 });
  });
});

describe('changing', () => {
  it('changes the given fields, increments the version and refuses a stale one with the current record', async () => {
    const { id, name } = await create(own, { city: '无锡' });
    const next = await own.call('updateCustomer', { body: { id, version: 1, city: null, level: 'SVIP' } });
    expect(next).toMatchObject({ id, name, version: 2, city: null, level: 'SVIP', state: 'developing' });
    const stale = await failure(own.call('updateCustomer', { body: { id, version: 1, city: '常州' } }));
    expect(stale).toMatchObject({ status: 409, data: { id, version: 2, city: null } });
    expect((await own.call('getCustomerInfoById', { query: { id } })).city).toBeNull();
  });

  it('writes only the changed columns', async () => {
    const { id } = await create(own, { city: '无锡', level: 'SVIP' });
    await runSql(
      server,
      "CREATE FUNCTION level_written() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION $$level written$$; END'",
    );
    await runSql(
      server,
      'CREATE TRIGGER level_written BEFORE UPDATE OF level ON customer FOR EACH ROW EXECUTE FUNCTION level_written()',
    );
    try {
      const next = await own.call('updateCustomer', {
        body: { id, version: 1, city: '常州', level: 'SVIP' },
      });
      expect(next).toMatchObject({ version: 2, city: '常州', level: 'SVIP' });
      const byHand = runSql(server, 'UPDATE customer SET level = level WHERE id = $1', id);
      await expect(byHand).rejects.toThrow('level written');
    } finally {
      await runSql(server, 'DROP FUNCTION level_written CASCADE');
    }
  });

  it('accepts exactly one of two parallel changes', async () => {
    const { id } = await create(own);
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((city) => own.call('updateCustomer', { body: { id, version: 1, city } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is refused without the permission, for another tenant, and for fields of the server', async () => {
    const { id } = await create(own);
    const body = { id, version: 1, city: 'x' };
    expect(await failure(reader.call('updateCustomer', { body }))).toMatchObject({ status: 403 });
    expect(await failure(stranger.call('updateCustomer', { body }))).toMatchObject({ status: 404 });
    expect(await failure(own.call('updateCustomer', { body: { ...body, ownerId: 1 } }))).toMatchObject({
      status: 400,
    });
    expect(await failure(own.call('updateCustomer', { body: { ...body, name: null } }))).toMatchObject({
      status: 400,
    });
  });
});

describe('deleting', () => {
  it('removes the record once', async () => {
    const { id } = await create(own);
    expect(await failure(stranger.call('customerDelete', { path: { id } }))).toMatchObject({ status: 404 });
    expect(await own.call('customerDelete', { path: { id } })).toBeNull();
    expect(await failure(own.call('customerDelete', { path: { id } }))).toMatchObject({ status: 404 });
  });

  it('is refused while another record refers to it, and names that record', async () => {
    const { id } = await create(own);
    const body = { sn: 'S-USE', name: 'S', timeZone: 'Asia/Shanghai', customerId: id };
    await own.call('stationCreate', { body });
    const refused = await failure(own.call('customerDelete', { path: { id } }));
    expect(refused).toMatchObject({ status: 409, msg: '该客户正被站点（S）使用，不能删除' });
    expect((await own.call('getCustomerInfoById', { query: { id } })).id).toBe(id);
  });
});

describe('every write', () => {
  it('adds an entry with the changes to the audit log, and notifies the hub', async () => {
    const listener = listenEvents(server);
    const { id } = await create(own, { city: '扬州' });
    await own.call('updateCustomer', { body: { id, version: 1, city: '镇江' } });
    await own.call('customerDelete', { path: { id } });
    listener.stop();
    const rows = await auditOf(server, 'customer', id);
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(rows[0]?.diff).toMatchObject({ city: [null, '扬州'] });
    expect(rows[1]?.diff).toEqual({ city: ['扬州', '镇江'] });
    expect(rows.every(({ userId }) => userId !== null)).toBe(true);
    const events = listener.events.filter((event) => event.type === 'entity' && event.entity === 'customer');
    expect(events.map((event) => event.type === 'entity' && event.do)).toEqual([
      'create',
      'update',
      'delete',
    ]);
  });
});

describe('devices and their rules', () => {
  it('have a token that only users who may change the device can see', async () => {
    await own.call('stationCreate', { body: { sn: 'S-DEV', name: 'S', timeZone: 'Asia/Shanghai' } });
    const device = await own.call('deviceCreate', {
      body: { sn: 'D1', name: 'D', stationSn: 'S-DEV', type: 'meter' },
    });
    expect(device.token).toMatch(/^[A-Za-z0-9]{20}$/);
    const { records } = await reader.call('devicePage', { query: {} });
    expect(records.length).toBeGreaterThan(0);
    expect(JSON.stringify(records)).not.toContain(String(device.token));
  });

  it('refuse a rule over a variable of another station', async () => {
    await own.call('stationCreate', { body: { sn: 'S-ELSE', name: 'E', timeZone: 'Asia/Shanghai' } });
    await own.call('deviceVariableCreate', {
      body: { sn: 'D1-power', deviceSn: 'D1', code: 'power', name: 'P', dataType: 'number', kind: 'gauge' },
    });
    const rule = {
      name: 'r',
      stationSn: 'S-ELSE',
      variableSn: 'D1-power',
      operator: '>',
      threshold: 1,
      level: 'minor',
    };
    expect(await failure(own.call('alarmGeneraterCreate', { body: rule }))).toMatchObject({ status: 400 });
    const made = await own.call('alarmGeneraterCreate', { body: { ...rule, stationSn: 'S-DEV' } });
    expect(made.deviceSn).toBe('D1');
  });
});
