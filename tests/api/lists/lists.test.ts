import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeRows, deleteRows, runSql, setRoles } from '../../support/calls/world.ts';
import { makeRole } from '../../support/people/people.ts';
import {
  create,
  failure,
  filterText,
  type ListWorld,
  list,
  names,
  remark,
  startLists,
} from '../../support/records/lists.ts';
import type { Client, TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenantId: number;
let boss: Client;
let clerk: Client;
let stranger: Client;
let person: ListWorld['person'];

beforeAll(async () => {
  ({ server, tenantId, boss, clerk, stranger, person } = await startLists());
});
afterAll(() => server?.stop());

describe('a filter', () => {
  beforeAll(async () => {
    await create(boss, { name: 'F Alpha', remark: 'filter', city: '上海', level: 'VIP' });
    await create(boss, { name: 'F beta', remark: 'filter', city: '北京', level: 'PP' });
    await create(clerk, { name: 'F Gamma', remark: 'filter', level: 'PP' });
  });
  const found = (...and: unknown[]) =>
    names(boss, { filter: filterText(remark('filter'), ...and), sort: 'name' });

  it('observes the nesting of groups', async () => {
    const city = { field: 'city', op: 'eq', value: '上海' };
    const level = { field: 'level', op: 'eq', value: 'PP' };
    const start = { field: 'name', op: 'startsWith', value: 'f g' };
    expect(await found({ or: [city, { and: [level, start] }] })).toEqual(['F Alpha', 'F Gamma']);
    expect(await found({ or: [city, level] })).toHaveLength(3);
    expect(await found(city, level)).toEqual([]);
    expect(await found({ or: [] })).toHaveLength(3);
  });

  it('compares, excludes, and finds empty values', async () => {
    expect(await found({ field: 'level', op: 'notIn', value: ['VIP'] })).toEqual(['F beta', 'F Gamma']);
    expect(await found({ field: 'city', op: 'notIn', value: ['上海'] })).toEqual(['F beta', 'F Gamma']);
    expect(await found({ field: 'city', op: 'empty', value: true })).toEqual(['F Gamma']);
    expect(await found({ field: 'name', op: 'gt', value: 'F Gamma' })).toEqual(['F beta']);
    expect(await found({ field: 'name', op: 'lt', value: 'F Gamma' })).toEqual(['F Alpha']);
  });

  it("supports the current user and the user's participation", async () => {
    const mine = { field: 'createdBy', op: 'me' };
    const query = { filter: filterText(remark('filter'), mine), sort: 'name' };
    expect(await names(boss, query)).toEqual(['F Alpha', 'F beta']);
    expect(await names(clerk, query)).toEqual(['F Gamma']);
    const filtered = { filter: filterText(remark('filter'), { op: 'participation' }) };
    expect(await names(clerk, filtered)).toEqual(['F Gamma']);
  });

  it('shows the creator of a record to users who may not list people', async () => {
    const query = { filter: filterText(remark('filter')), sort: 'name', size: 1 };
    const [made] = (await list(clerk, query)).records as unknown as [
      { createdBy: number; _labels?: { user?: Record<string, string> } },
    ];
    expect(made._labels?.user?.[made.createdBy]).toEqual(expect.any(String));
  });

  it('searches a list of references, and refuses impossible values', async () => {
    const { client, user } = await person(['user:list', 'user:update', 'user:get', 'role:*', 'dept:*']);
    const { id: role } = await client.call('roleCreate', { body: { name: 'F role', key: 'fRole' } });
    await setRoles(server, user.userId, [role]);
    const people = async (...and: unknown[]) =>
      (await client.call('userPage', { query: { filter: filterText(...and), size: 200 } })).records.map(
        ({ id }) => id,
      );
    const roles = (op: string, value: unknown) => ({ field: 'roles', op, value });
    expect(await people(roles('in', [role]))).toEqual([user.userId]);
    expect(await people(roles('in', [role, 999_999]))).toEqual([user.userId]);
    expect(await people(roles('contains', role))).toEqual([user.userId]);
    const others = await people(roles('notIn', [role]));
    expect(others.length).toBeGreaterThan(0);
    expect(others).not.toContain(user.userId);
    expect(await failure(people(roles('contains', String(role))))).toMatchObject({
      status: 400,
      errors: [{ field: '/query/filter/and/0/value' }],
    });
  });

  it('counts days in the time zone of the caller', async () => {
    const { id } = await create(boss, { remark: 'clock' });
    // Days begin 25 hours earlier here than in Pago Pago, where the first hour is the day before yesterday.
    await runSql(
      server,
      `update customer set created_at = (
         select (day + case when here < day + interval '1 hour' then interval '12 hours' else interval '5 minutes' end)
           at time zone 'Pacific/Kiritimati'
         from (select now() at time zone 'Pacific/Kiritimati') as clock (here),
           lateral (select date_trunc('day', here)) as begin (day)
       ) where id = $1`,
      id,
    );
    const query = {
      filter: filterText(remark('clock'), { field: 'createdAt', op: 'within', value: 'today' }),
    };
    expect((await list(boss, query, { 'x-time-zone': 'Pacific/Kiritimati' })).total).toBe(1);
    const west = await list(boss, query, { 'x-time-zone': 'Pacific/Pago_Pago' });
    expect(west.total).toBe(0);
    expect(await failure(list(boss, query, { 'x-time-zone': 'Mars/Olympus' }))).toMatchObject({
      status: 400,
      errors: [{ field: '/header/x-time-zone' }],
    });
  });

  it('that is invalid is refused with the place of the error', async () => {
    const filter = JSON.stringify({ or: [{ field: 'name', op: 'gt', value: 5 }] });
    expect(await failure(list(boss, { filter }))).toMatchObject({
      status: 400,
      errors: [{ field: '/query/filter/or/0/value' }],
    });
  });
});

describe('an endless list', () => {
  beforeAll(async () => {
    const cities = ['b', null, 'a', 'b', null, 'c', 'a'];
    for (const [at, city] of cities.entries())
      await create(boss, { name: `E ${at}`, remark: 'endless', ...(city ? { city } : {}) });
    // This time has microseconds, which a number of milliseconds cannot represent.
    const time = '2026-01-01 00:00:00.0001';
    await changeRows(server, 'customer', { remark: 'endless' }, { updated_at: time });
  });

  it.each(['city', '-city', 'city,-name', '-updatedAt', 'updatedAt,name', '-level,city', 'name'])(
    'sorted by %s shows every record once, in the order of the pages',
    async (sort) => {
      const query = { filter: filterText(remark('endless')), sort };
      const whole = await names(boss, { ...query, size: 50 });
      const read: unknown[] = [];
      let cursor: string | null | undefined = '';
      for (let page = 0; page < 10 && typeof cursor === 'string'; page += 1) {
        const answer = await list(boss, { ...query, size: 2, cursor });
        expect(answer.total).toBe(7);
        read.push(...answer.records.map(({ name }) => name));
        cursor = answer.next as string | null;
      }
      expect(cursor).toBeNull();
      expect(read).toEqual(whole);
      expect(new Set(read).size).toBe(7);
    },
  );

  it('sorts records without a value last in either direction', async () => {
    const query = { filter: filterText(remark('endless')), size: 50 };
    for (const sort of ['city', '-city']) {
      const { records } = await list(boss, { ...query, sort });
      expect(records.slice(-2).map(({ city }) => city)).toEqual([null, null]);
    }
  });

  const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  it.each([
    ['-updatedAt,-id', forged('-updatedAt,-id', "x'; drop table tenant;--", '6')],
    ['-updatedAt,-id', forged('-updatedAt,-id', '2026-02-31 00:00:00+00', '6')],
    ['-updatedAt,-id', forged('-updatedAt,-id', '2026-02-01 00:00:00+99', '6')],
    ['id', forged('id', '1'.repeat(22))],
    ['id', forged('id', '9223372036854775808')],
    ['name,id', forged('name,id', 'a\u0000', '1')],
  ])('refuses a forged position of %s', async (sort, cursor) => {
    expect(await failure(list(boss, { sort, size: 2, cursor }))).toMatchObject({ status: 400, code: 40029 });
  });

  it('refuses a cursor of another sort or of no list', async () => {
    const first = await list(boss, { sort: 'name', size: 1, cursor: '' });
    for (const query of [
      { sort: '-name', cursor: String(first.next) },
      { sort: 'name', cursor: 'bm90IG91cnM' },
    ])
      expect(await failure(list(boss, query))).toMatchObject({ status: 400, code: 40029 });
  });
});

describe('a list', () => {
  it('returns fewer fields on request', async () => {
    await create(boss, { remark: 'columns' });
    const { records } = await list(boss, { filter: filterText(remark('columns')), columns: 'name,city' });
    expect(Object.keys(records[0] ?? {}).sort()).toEqual([
      '_actions',
      '_marks',
      '_readonly',
      'city',
      'id',
      'name',
      'version',
    ]);
    expect(await failure(list(boss, { columns: 'name,secret' }))).toMatchObject({ status: 400 });
  });

  it('counts records that were written in between, by any user', async () => {
    const query = { filter: filterText(remark('counted')) };
    expect((await list(boss, query)).total).toBe(0);
    const { id } = await create(boss, { remark: 'counted' });
    await create(boss, { remark: 'counted' });
    expect((await list(boss, query)).total).toBe(2);
    // Changes the row without a call.
    await changeRows(server, 'customer', { id }, { remark: 'else' });
    expect((await list(boss, query)).total).toBe(1);
    const before = (await list(boss, {})).total;
    await deleteRows(server, 'customer', { id });
    expect((await list(boss, {})).total).toBe(before - 1);
    expect((await list(stranger, {})).total).toBe(0);
  });

  it('counts exactly during many parallel writes', async () => {
    const query = { filter: filterText(remark('busy')) };
    const writing = Promise.all(Array.from({ length: 60 }, () => create(boss, { remark: 'busy' })));
    for (let seen = 0, round = 0; round < 20; round += 1) {
      const { total } = await list(boss, query);
      expect(total).toBeGreaterThanOrEqual(seen);
      seen = total;
    }
    await writing;
    expect((await list(boss, query)).total).toBe(60);
    expect((await list(boss, { filter: filterText() })).total).toBe((await list(boss, {})).total);
  });
});

describe('rights on records', () => {
  it('show on each row what its reader may do with it', async () => {
    await create(boss, { name: 'R boss', remark: 'rights' });
    await create(clerk, { name: 'R clerk', remark: 'rights' });
    const query = { filter: filterText(remark('rights')), sort: 'name' };
    const actions = async (client: Client) =>
      (await list(client, query)).records.map(({ _actions }) => _actions);
    expect(await actions(clerk)).toEqual([[], ['update', 'delete']]);
    expect(await actions(boss)).toEqual([
      ['update', 'delete'],
      ['update', 'delete'],
    ]);
  });

  it('prevent changing read-only records, and hide records that may not be listed', async () => {
    const { id } = await create(boss);
    expect((await clerk.call('getCustomerInfoById', { query: { id } }))._actions).toEqual([]);
    expect(
      await failure(clerk.call('updateCustomer', { body: { id, version: 1, city: 'x' } })),
    ).toMatchObject({
      status: 403,
    });
    const { client: narrow } = await person([
      'customer:list@own',
      'customer:get',
      'customer:update',
      'customer:create',
    ]);
    expect(await failure(narrow.call('getCustomerInfoById', { query: { id } }))).toMatchObject({
      status: 404,
    });
    const own = await create(narrow, { remark: 'narrow' });
    expect((await list(narrow, {})).records.map((record) => record.id)).toEqual([own.id]);
    expect((await list(narrow, {})).total).toBe(1);
  });

  it('for fields hide them from answers, filters, sorts and writes, or only from writes', async () => {
    const { client, user } = await person([]);
    const role = await makeRole(server, tenantId, {
      permissions: ['customer:*'],
      fieldRules: [
        { field: 'customer.creditRating', rule: 'hidden' },
        { field: 'customer.city', rule: 'read' },
      ],
    });
    await setRoles(server, user.userId, [role]);
    const { id } = await create(boss, { remark: 'fields', city: 'kept' });
    const record = await client.call('getCustomerInfoById', { query: { id } });
    expect(record).not.toHaveProperty('creditRating');
    expect(record.city).toBe('kept');
    expect(record._readonly).toContain('city');
    expect((await boss.call('getCustomerInfoById', { query: { id } }))._readonly).not.toContain('city');
    const hidden = { field: 'creditRating', op: 'eq', value: 'normal' };
    const queries: Record<string, string>[] = [
      { filter: filterText(hidden) },
      { sort: 'creditRating' },
      { columns: 'creditRating' },
    ];
    const refusal = { status: 403, code: 40316 };
    for (const query of queries) expect(await failure(list(client, query))).toMatchObject(refusal);
    const path = { entity: 'customer' };
    const totals = client.call('recordTotals', { path, query: { filter: filterText(hidden) } });
    expect(await failure(totals)).toMatchObject(refusal);
    const unique = client.call('recordUnique', { path, body: { values: { creditRating: 'normal' } } });
    expect(await failure(unique)).toMatchObject({ ...refusal, errors: [{ field: '/values/creditRating' }] });
    const exported = client.call('recordExport', {
      path,
      body: { format: 'csv', columns: ['creditRating'] },
    });
    expect(await failure(exported)).toMatchObject(refusal);
    for (const body of [{ city: 'new' }, { creditRating: 'whitelist' }]) {
      const refused = await failure(client.call('updateCustomer', { body: { id, version: 1, ...body } }));
      expect(refused).toMatchObject({ status: 403, errors: [{ field: `/${Object.keys(body)[0]}` }] });
    }
  });
});
