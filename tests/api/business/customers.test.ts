/** Customers with their contacts, visits, plans and co-owners, and the records that payments refer to. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../generated/callPlaces.ts';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type ApiFailure, login } from '../../support/server/server.ts';

const served = serveOperators();

let boss: Client;
let bossId: number;
let otherId: number;
let tenant: number;
let serial = 0;

beforeAll(async () => {
  tenant = await makeTenant(served.server);
  const head = await makePerson(served.server, [tenant], { permissions: ['*'] });
  const other = await makePerson(served.server, [tenant], { permissions: ['customer:list@own'] });
  [bossId, otherId] = [head.userId, other.userId];
  boss = await login(served.server, head.username, PASSWORD);
});

const makeCustomer = (more: object = {}) =>
  boss.call('intoCustomer', { body: { name: `Company ${++serial}`, ...more } });

const failure = async (run: Promise<unknown>): Promise<Partial<ApiFailure>> =>
  run.then(
    () => ({}),
    (error: ApiFailure) => error,
  );

describe('a customer', () => {
  it('that is taken over is in development, has a number and belongs to the caller', async () => {
    const first = await makeCustomer({ taxNumber: '91320594MA1X0C5K7F', source: 'tenderPlatform' });
    expect(first).toMatchObject({
      state: 'developing',
      ownerId: bossId,
      number: expect.stringMatching(/^K\d{6}$/),
    });
    const second = await makeCustomer();
    expect(Number(second.number?.slice(1))).toBe(Number(first.number?.slice(1)) + 1);
    const again = await failure(makeCustomer({ taxNumber: '91320594MA1X0C5K7F' }));
    expect(again).toMatchObject({ status: 409, errors: [{ field: '/taxNumber' }] });
    expect(await failure(makeCustomer({ taxNumber: '91320594MA1X0C' }))).toMatchObject({
      status: 400,
      errors: [{ field: '/taxNumber' }],
    });
  });

  it('has contacts, the main one first', async () => {
    const { id: customerId } = await makeCustomer();
    await boss.call('customerContactCreate', { body: { customerId, name: 'An' } });
    const li = await boss.call('customerContactCreate', { body: { customerId, name: 'Li', main: true } });
    const names = async () =>
      (await boss.call('contactsOfCustomer', { query: { customerId } })).map(({ name }) => name);
    expect(await names()).toEqual(['Li', 'An']);
    const { id, version } = li;
    await boss.call('customerContactUpdate', { body: { id, version, name: 'Li Na' } });
    expect(await names()).toEqual(['Li Na', 'An']);
    await boss.call('customerContactDelete', { query: { id } });
    expect(await names()).toEqual(['An']);
  });

  it('has one main contact, however often and in whatever way another one is chosen', async () => {
    const [{ id: customerId }, { id: elsewhere }] = [await makeCustomer(), await makeCustomer()];
    const make = (name: string, main: boolean, at = customerId) =>
      boss.call('customerContactCreate', { body: { customerId: at, name, main } });
    const mains = async (at = customerId) =>
      (await boss.call('contactsOfCustomer', { query: { customerId: at } }))
        .filter(({ main }) => main)
        .map(({ name }) => name);
    const first = await make('First', true);
    await make('Other', true, elsewhere);
    const second = await make('Second', true);
    expect([await mains(), await mains(elsewhere)]).toEqual([['Second'], ['Other']]);
    const lost = await boss.call('customerContactGet', { path: { id: first.id } });
    expect(lost).toMatchObject({ main: false, version: 2 });
    const history = await boss.call('recordHistory', { path: { entity: 'customerContact', id: first.id } });
    expect(history.records[0]?.changes).toMatchObject([{ field: 'main', before: true, after: false }]);

    const body = { selection: { ids: [first.id, second.id] }, expected: 2, values: { main: true } };
    await boss.call('recordBulkUpdate', { path: { entity: 'customerContact' }, body });
    expect(await mains()).toHaveLength(1);

    const many = await Promise.all(Array.from({ length: 16 }, (_, at) => make(`One of ${at}`, false)));
    await Promise.all(
      many.map(({ id, version }) =>
        boss.call('customerContactUpdate', { body: { id, version, main: true } }),
      ),
    );
    expect(await mains()).toHaveLength(1);

    const [winner] = await mains();
    const { id } = many.find(({ name }) => name === winner)!;
    await boss.call('customerContactDelete', { query: { id } });
    await make('Meanwhile', true);
    const { records } = await boss.call('recycleBin', { query: { entity: 'customerContact' } });
    await boss.call('recycleBinRestore', { body: { ids: [records[0]!.id] } });
    expect(await mains()).toEqual([winner]);
  });

  it('keeps the day of its last visit, which cannot be in the future', async () => {
    const { id: customId } = await makeCustomer();
    const visit = (visitedOn: string, more: object = {}) =>
      boss.call('addVisit', { body: { customId, subject: 'First talk', visitedOn, ...more } });
    await visit('2026-03-02');
    await visit('2026-02-01');
    expect(await boss.call('getCustomerInfoById', { query: { id: customId } })).toMatchObject({
      lastVisit: '2026-03-02',
    });
    expect(await boss.call('visitsOfCustomer', { query: { customId } })).toMatchObject([
      { visitedOn: '2026-03-02', userId: bossId },
      { visitedOn: '2026-02-01' },
    ]);
    expect(await failure(visit('2999-01-01'))).toMatchObject({ errors: [{ field: '/visitedOn' }] });
    expect(await failure(visit('2026-03-02', { nextOn: '2026-03-01' }))).toMatchObject({
      errors: [{ field: '/nextOn' }],
    });
  });

  it('has co-owners, each once', async () => {
    const { id: customerId } = await makeCustomer();
    const body = { customerId, userId: otherId, role: 'support' };
    await boss.call('saveCustomerOwner', { body });
    expect(await failure(boss.call('saveCustomerOwner', { body }))).toMatchObject({ status: 409 });
    await boss.call('deleteCustomerOwner', { query: { customerId, userId: otherId } });
    await boss.call('saveCustomerOwner', { body });
  });

  it('with a similar name is shown before a duplicate is created', async () => {
    await makeCustomer({ name: '苏州澄湖电子有限公司' });
    const found = await boss.call('customersNamed', { query: { name: '苏州澄湖电子（有限公司）' } });
    expect(found).toMatchObject([{ name: '苏州澄湖电子有限公司' }]);
    // Forms of all entities use this call.
    const path = { entity: 'customer' };
    const query = { name: '苏州澄湖电子（有限公司）' };
    expect(await boss.call('recordSimilar', { path, query })).toEqual(found);
  });

  it('is found by its number, in the list and in the palette', async () => {
    const { id, number } = await makeCustomer({ name: 'Found by number' });
    const { records } = await boss.call('getCustomerList', { query: { search: number! } });
    expect(records.map((one) => one.id)).toEqual([id]);
    const found = await boss.call('search', { query: { search: number! } });
    expect(found).toContainEqual(expect.objectContaining({ entity: 'customer', id }));
  });

  it('is found among mine', async () => {
    const { id } = await makeCustomer({ name: 'Found among mine' });
    const { records } = await boss.call('getOwnerCustomerList', { body: { search: 'among mine' } });
    expect(records.map((one) => one.id)).toEqual([id]);
  });
});

/** The calls to create, list, get, change and remove a record, with a body and a change. */
const LIVES: Record<
  string,
  {
    calls: [OperationId, OperationId, OperationId, OperationId, OperationId?];
    body(customerId: number): object;
    change: object;
  }
> = {
  'a contact': {
    calls: ['customerContactCreate', 'customerContactPage', 'customerContactGet', 'customerContactUpdate'],
    body: (customerId) => ({ customerId, name: 'Zhao' }),
    change: { post: 'Buyer' },
  },
  'a visit': {
    calls: [
      'customerVisitCreate',
      'customerVisitPage',
      'customerVisitGet',
      'customerVisitUpdate',
      'customerVisitDelete',
    ],
    body: (customerId) => ({ customerId, subject: 'On site', kind: 'onsite', visitedOn: '2026-01-05' }),
    change: { nextStep: 'Send a quote' },
  },
  'a plan': {
    calls: [
      'customerPlanCreate',
      'customerPlanPage',
      'customerPlanGet',
      'customerPlanUpdate',
      'customerPlanDelete',
    ],
    body: (customerId) => ({ customerId, title: 'Win them', from: '2026-01-05', to: '2026-01-09' }),
    change: { to: '2026-02-09' },
  },
  'a co-owner': {
    calls: [
      'saveCustomerOwner',
      'customerOwnerPage',
      'customerOwnerGet',
      'customerOwnerUpdate',
      'customerOwnerDelete',
    ],
    body: (customerId) => ({ customerId, userId: otherId, role: 'sales' }),
    change: { role: 'service' },
  },
  'a tax rate': {
    calls: ['taxRateCreate', 'taxRatePage', 'taxRateGet', 'taxRateUpdate', 'taxRateDelete'],
    body: () => ({ code: 'reduced', name: '5%', rate: 5 }),
    change: { enabled: false },
  },
  'an exchange rate': {
    calls: [
      'exchangeRateCreate',
      'exchangeRatePage',
      'exchangeRateGet',
      'exchangeRateUpdate',
      'exchangeRateDelete',
    ],
    body: () => ({ currency: 'USD', day: '2026-08-14', rate: 7.1053 }),
    change: { source: 'By hand' },
  },
};

describe.each(Object.entries(LIVES))('%s', (_, { calls, body, change }) => {
  it('is created, found, changed and removed by its calls', async () => {
    const [create, page, get, update, remove] = calls;
    const sent = body((await makeCustomer()).id);
    const { id, version } = (await boss.call(create, { body: sent })) as {
      id: number;
      version: number;
    };
    const path = { id };
    expect(await boss.call(get, { path })).toMatchObject(sent);
    const { records } = (await boss.call(page, { query: { size: 100 } })) as {
      records: { id: number }[];
    };
    expect(records.map((one) => one.id)).toContain(id);
    expect(await boss.call(update, { body: { id, version, ...change } })).toMatchObject(change);
    if (!remove) return;
    await boss.call(remove, { path });
    expect(await failure(boss.call(get, { path }))).toMatchObject({ status: 404 });
  });
});

it('a tenant begins with the rates of value added tax, 0 % separate from exempt', async () => {
  const fresh = await makeTenant(served.server);
  const head = await makePerson(served.server, [fresh], { permissions: ['*'] });
  const { records } = await (await login(served.server, head.username, PASSWORD)).call('taxRatePage');
  expect(records.map(({ code, rate }) => [code, rate])).toEqual(
    expect.arrayContaining([
      ['13', 13],
      ['0', 0],
      ['exempt', 0],
    ]),
  );
});

it('customers are exported as a workbook', async () => {
  expect((await boss.request('customerExcel', { body: {} })).headers.get('content-type')).toContain(
    'spreadsheet',
  );
});
