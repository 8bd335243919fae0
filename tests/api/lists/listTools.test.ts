import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, setRoles } from '../../support/calls/world.ts';
import { makeTenant, type Person } from '../../support/people/people.ts';
import {
  create,
  failure,
  filterText,
  type ListWorld,
  list,
  remark,
  startLists,
} from '../../support/records/lists.ts';
import { type Client, login, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let boss: Client;
let bossUser: Person;
let clerk: Client;
let clerkUser: Person;
let stranger: Client;
let person: ListWorld['person'];

beforeAll(async () => {
  ({ server, boss, bossUser, clerk, clerkUser, stranger, person } = await startLists());
});
afterAll(() => server?.stop());

const path = { entity: 'customer' };
const audits = async (id: number) => (await auditOf(server, 'customer', id)).map(({ action }) => action);

describe('the selected records', () => {
  it('are in one order over all pages, however they were selected, and only include visible ones', async () => {
    const made = await Promise.all(
      ['c', 'a', 'd', 'b'].map((name) => create(boss, { name: `Pick ${name}` })),
    );
    const ids = made.map(({ id }) => id);
    const page = async (client: Client, current: number) => {
      const body = { selection: { ids }, sort: '-name', current, size: 3 };
      const { records, total } = await client.call('recordSelected', { path, body });
      return [total, ...records.map(({ name }) => name)];
    };
    expect(await page(boss, 1)).toEqual([4, 'Pick d', 'Pick c', 'Pick b']);
    expect(await page(clerk, 2)).toEqual([4, 'Pick a']);
    expect(await page(stranger, 1)).toEqual([0]);
    const filter = filterText({ field: 'name', op: 'gt', value: 3 });
    const wrong = boss.call('recordSelected', { path, body: { selection: { filter } } });
    expect(await failure(wrong)).toMatchObject({
      status: 400,
      errors: [{ field: '/selection/filter/and/0/value' }],
    });
  });
});

describe('bulk changes', () => {
  const selection = (value: string) => ({ filter: filterText(remark(value)) });
  const make = (value: string) => Promise.all([0, 1, 2].map(() => create(boss, { remark: value })));
  const update = (client: Client, body: Record<string, unknown>) =>
    client.call('recordBulkUpdate', { path, body });

  it('change all filtered records, each with its own entry in the history', async () => {
    const made = await make('bulk');
    const answer = await update(boss, {
      selection: selection('bulk'),
      expected: 3,
      values: { level: 'SVIP', city: null },
    });
    expect(answer).toEqual({ count: 3 });
    for (const { id } of made) {
      const record = await boss.call('getCustomerInfoById', { query: { id } });
      expect(record).toMatchObject({ level: 'SVIP', version: 2 });
      expect(await audits(id)).toEqual(['create', 'bulkUpdate']);
    }
  });

  it('write nothing if the selection differs from the one that the caller saw', async () => {
    const made = await make('moved');
    const refused = await failure(
      update(boss, { selection: selection('moved'), expected: 2, values: { city: 'x' } }),
    );
    expect(refused).toMatchObject({ status: 409, code: 40918, data: { count: 3 } });
    const gone = boss.call('recordBulkDelete', {
      path,
      body: { selection: selection('moved'), expected: 4 },
    });
    expect(await failure(gone)).toMatchObject({ status: 409, data: { count: 3 } });
    expect((await boss.call('getCustomerInfoById', { query: { id: made[0]!.id } })).version).toBe(1);
  });

  it('are refused as a whole for records that the caller may not change, unknown fields and invalid values', async () => {
    const [first] = await make('guarded');
    await create(clerk, { remark: 'guarded' });
    const body = { selection: selection('guarded'), expected: 4, values: { city: 'x' } };
    expect(await failure(update(clerk, body))).toMatchObject({ status: 403, data: { count: 3 } });
    const wrong = { ...body, values: { colour: 'red', level: 'GOLD', ownerId: 1, name: null } };
    const { status, errors } = await failure(update(boss, wrong));
    expect(status).toBe(400);
    expect(errors.map(({ field }) => field).sort()).toEqual([
      '/values/colour',
      '/values/level',
      '/values/name',
      '/values/ownerId',
    ]);
    // The name must be unique, so the second record rolls back the first.
    const twice = { ...body, values: { name: 'the same name' } };
    expect(await failure(update(boss, twice))).toMatchObject({ status: 409, errors: [{ field: '/name' }] });
    expect((await boss.call('getCustomerInfoById', { query: { id: first!.id } })).version).toBe(1);
  });

  it('delete records that are selected by id and by filter together', async () => {
    const made = await make('gone');
    const ids = [made[0]!.id, made[1]!.id];
    const chosen = { ...selection('gone'), ids };
    expect(await boss.call('recordBulkDelete', { path, body: { selection: chosen, expected: 2 } })).toEqual({
      count: 2,
    });
    expect((await list(boss, { filter: filterText(remark('gone')) })).total).toBe(1);
    expect(await audits(ids[0]!)).toEqual(['create', 'bulkDelete']);
  });

  it('do not affect other tenants, unknown entities, or records that users cannot change', async () => {
    await make('abroad');
    const body = { selection: selection('abroad'), expected: 0, values: { city: 'x' } };
    expect(await update(stranger, body)).toEqual({ count: 0 });
    const admin = await login(server);
    for (const entity of ['nothing', 'alarm', 'constructor'])
      expect(await failure(admin.call('recordBulkUpdate', { path: { entity }, body }))).toMatchObject({
        status: 404,
      });
  });
});

describe('saving several rows', () => {
  const save = (client: Client, records: unknown[]) =>
    client.call('recordBatch', { path, body: { records } });

  it('saves all and returns their current state', async () => {
    const [a, b] = [await create(boss), await create(boss)];
    const { records } = await save(boss, [
      { id: b.id, version: 1, city: 'second' },
      { id: a.id, version: 1, city: 'first' },
    ]);
    expect(records).toMatchObject([
      { id: b.id, version: 2, city: 'second', _actions: ['update', 'delete'] },
      { id: a.id, version: 2, city: 'first' },
    ]);
  });

  it('saves none if one is invalid, and names its row', async () => {
    const [a, b, theirs] = [
      await create(boss),
      await create(boss, { name: 'Taken in a batch' }),
      await create(boss),
    ];
    const good = { id: b.id, version: 1, city: 'never' };
    const cases: [unknown[], number, string][] = [
      [[good, { id: a.id, version: 1, level: 'GOLD' }], 400, '/records/1/level'],
      [[good, { id: a.id, version: 1, name: 'Taken in a batch' }], 409, '/records/1/name'],
      [[good, { id: 999_999_999, version: 1, city: 'x' }], 404, '/records/1'],
      [[good, { ...good }], 400, '/records/1'],
      [[good, { id: a.id, version: 1, secret: 1 }], 400, '/records/1/secret'],
    ];
    for (const [records, status, field] of cases)
      expect(await failure(save(boss, records))).toMatchObject({ status, errors: [{ field }] });
    const own = await create(clerk);
    const mixed = [
      { id: own.id, version: 1, city: 'never' },
      { id: theirs.id, version: 1, city: 'x' },
    ];
    expect(await failure(save(clerk, mixed))).toMatchObject({
      status: 403,
      errors: [{ field: '/records/1' }],
    });
    for (const { id } of [a, b, own])
      expect((await boss.call('getCustomerInfoById', { query: { id } })).version).toBe(1);
  });

  it('saves none over newer versions, and returns these', async () => {
    const [a, b] = [await create(boss), await create(boss)];
    await boss.call('updateCustomer', { body: { id: a.id, version: 1, city: 'newer' } });
    const stale = await failure(
      save(boss, [
        { id: b.id, version: 1, city: 'x' },
        { id: a.id, version: 1, city: 'x' },
      ]),
    );
    expect(stale).toMatchObject({
      status: 409,
      data: { records: [{ id: a.id, version: 2, city: 'newer' }] },
    });
    expect((await boss.call('getCustomerInfoById', { query: { id: b.id } })).version).toBe(1);
  });
});

describe('totals and unique values', () => {
  it('count what is selected', async () => {
    await create(boss, { remark: 'total' });
    await create(boss, { remark: 'total' });
    const query = { filter: filterText(remark('total')) };
    expect(await boss.call('recordTotals', { path, query })).toEqual({ count: 2, sums: {}, currencies: {} });
  });

  it('sum the numbers of all selected records that the user may see', async () => {
    const rights = ['station:list', 'station:create'];
    const { client: editor } = await person(rights);
    const { client: elsewhere } = await person(rights, await makeTenant(server));
    const make = (client: Client, sn: string, values: { capacity?: number; ratedPower?: number }) =>
      client.call('stationCreate', { body: { sn, name: `Sum ${sn}`, timeZone: 'UTC', ...values } });
    await make(editor, 'sum1', { capacity: 215.5, ratedPower: 100 });
    await make(editor, 'sum2', { capacity: 0.25 });
    await make(editor, 'sum3', { capacity: 1000, ratedPower: 50 });
    await make(elsewhere, 'sum4', { capacity: 7 });
    const sums = (client: Client, query: { search?: string; filter?: string }) =>
      client.call('recordTotals', { path: { entity: 'station' }, query });
    expect(await sums(editor, { search: 'sum' })).toEqual({
      count: 3,
      sums: { capacity: 1215.75, ratedPower: 150 },
      currencies: {},
    });
    const small = filterText({ field: 'capacity', op: 'lt', value: 1000 });
    expect(await sums(editor, { search: 'sum', filter: small })).toMatchObject({
      sums: { capacity: 215.75, ratedPower: 100 },
      currencies: {},
    });
    expect(await sums(editor, { search: 'none such' })).toEqual({
      count: 0,
      sums: { capacity: null, ratedPower: null },
      currencies: {},
    });
    const { client: blind } = await person(['customer:list']);
    expect(await failure(sums(blind, {}))).toMatchObject({ status: 403 });
  });

  it('report values that another record already has', async () => {
    const { id } = await create(boss, { name: 'Only one' });
    const checkUnique = (client: Client, body: Record<string, unknown>) =>
      client.call('recordUnique', { path, body });
    expect(await checkUnique(boss, { values: { name: 'Only one', city: 'x' } })).toEqual({
      taken: ['name'],
      beyond: [],
    });
    expect(await checkUnique(boss, { id, values: { name: 'Only one' } })).toEqual({ taken: [], beyond: [] });
    expect(await checkUnique(boss, { values: { name: { $ne: 1 } } })).toEqual({ taken: [], beyond: [] });
    expect(await checkUnique(stranger, { values: { name: 'Only one' } })).toEqual({ taken: [], beyond: [] });
    const { client: reader } = await person(['customer:list']);
    expect(await failure(checkUnique(reader, { values: { name: 'Only one' } }))).toMatchObject({
      status: 403,
    });
  });
});

describe('saved views', () => {
  const page = 'customer';
  const state = { search: 'x', sort: '-name' };
  const save = (client: Client, body: Record<string, unknown>) =>
    client.call('viewCreate', { body: { page, state, ...body } });
  const views = async (client: Client, of = page) => client.call('viewList', { query: { page: of } });

  it('are private unless the user has the permission to share them', async () => {
    const own = await save(clerk, { name: 'Mine', scope: 'private' });
    expect(own).toMatchObject({ name: 'Mine', state, mine: true, version: 1, opensFirst: false });
    expect((await views(boss)).map(({ name }) => name)).not.toContain('Mine');
    expect(await failure(save(clerk, { name: 'Ours', scope: 'tenant' }))).toMatchObject({ status: 403 });
    await save(boss, { name: 'Ours', scope: 'tenant' });
    expect((await views(clerk)).find(({ name }) => name === 'Ours')).toMatchObject({
      mine: false,
      scope: 'tenant',
    });
    expect(await views(stranger)).toEqual([]);
    expect(await failure(save(clerk, { name: 'Mine', scope: 'private' }))).toMatchObject({ status: 409 });
  });

  it('are opened by default in this order: own, role, tenant', async () => {
    const of = 'defaults';
    const first = async (client: Client) =>
      (await views(client, of)).find(({ opensFirst }) => opensFirst)?.name;
    await save(boss, { page: of, name: 'Everybody', scope: 'tenant', isDefault: true });
    expect(await first(clerk)).toBe('Everybody');
    const own = await save(clerk, { page: of, name: 'My default', scope: 'private', isDefault: true });
    expect(await first(clerk)).toBe('My default');
    expect(await first(boss)).toBe('Everybody');
    await save(clerk, { page: of, name: 'My next default', scope: 'private', isDefault: true });
    expect(await first(clerk)).toBe('My next default');
    expect((await views(clerk, of)).find(({ id }) => id === own.id)?.isDefault).toBe(false);
  });

  it('of a role are visible to its members', async () => {
    const { client: chief } = await person(['*']);
    const roles = (await chief.call('rolePage', { query: { size: 100 } })).records;
    const roleId = roles.find(({ key }) => key === 'sales')!.id;
    await save(boss, { page: 'roles', name: 'For sales', scope: 'role', roleId });
    expect(await views(clerk, 'roles')).toEqual([]);
    await setRoles(server, clerkUser.userId, [roleId]);
    expect((await views(clerk, 'roles')).map(({ name }) => name)).toEqual(['For sales']);
    expect(await failure(save(boss, { name: 'No role', scope: 'role', roleId: 999_999 }))).toMatchObject({
      status: 400,
      errors: [{ field: '/roleId' }],
    });
  });

  it('are changed by version, and only with the permission', async () => {
    const view = await save(clerk, { page: 'versions', name: 'First', scope: 'private' });
    const change = (client: Client, body: Record<string, unknown>) =>
      client.call('viewUpdate', { body: { id: view.id, ...body } });
    expect(await change(clerk, { version: 1, name: 'Second' })).toMatchObject({
      name: 'Second',
      version: 2,
      state,
    });
    expect(await failure(change(clerk, { version: 1, name: 'Third' }))).toMatchObject({
      status: 409,
      data: { name: 'Second', version: 2 },
    });
    expect(await failure(change(boss, { version: 2, name: 'Stolen' }))).toMatchObject({ status: 404 });
    const shared = await save(boss, { page: 'versions', name: 'Shared', scope: 'tenant' });
    const rename = (client: Client, body: Record<string, unknown>) =>
      client.call('viewUpdate', { body: { id: shared.id, version: 1, ...body } });
    expect(await failure(rename(clerk, { name: 'Mine now' }))).toMatchObject({ status: 403 });
    const { client: editor } = await person(['customer:list', 'view:share']);
    // Recipients of a share may edit it, but not take it from its owner.
    expect(await failure(rename(editor, { scope: 'private' }))).toMatchObject({ status: 403 });
    expect(await rename(editor, { state: { search: 'y' } })).toMatchObject({ version: 2, mine: false });
    expect(await failure(clerk.call('viewDelete', { path: { id: shared.id } }))).toMatchObject({
      status: 403,
    });
    expect(await clerk.call('viewDelete', { path: { id: view.id } })).toBeNull();
    expect((await views(clerk, 'versions')).map(({ name }) => name)).toEqual(['Shared']);
  });

  it('and preferences have a maximum size', async () => {
    const state = { columns: 'x'.repeat(21_000) };
    expect(await failure(save(boss, { name: 'Big', scope: 'private', state }))).toMatchObject({
      status: 413,
    });
    const key = { path: { key: 'list.customer' } };
    expect(await failure(boss.call('preferenceSave', { ...key, body: { value: state } }))).toMatchObject({
      status: 413,
    });
  });
});

describe('preferences', () => {
  it('are stored for each person', async () => {
    const key = { path: { key: 'list.columns' } };
    expect(await boss.call('preferenceGet', key)).toEqual({ value: null });
    const value = { order: ['name'], width: { name: 120 } };
    await boss.call('preferenceSave', { ...key, body: { value } });
    await boss.call('preferenceSave', { ...key, body: { value: { ...value, pinned: ['name'] } } });
    expect(await boss.call('preferenceGet', key)).toEqual({ value: { ...value, pinned: ['name'] } });
    expect(await clerk.call('preferenceGet', key)).toEqual({ value: null });
    await boss.call('preferenceSave', { ...key, body: { value: null } });
    expect(await boss.call('preferenceGet', key)).toEqual({ value: null });
    expect(bossUser.userId).not.toBe(clerkUser.userId);
  });
});
