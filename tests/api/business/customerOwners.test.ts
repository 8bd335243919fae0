/**
 * Customers are shared, have co-owners, and get other owners together with all of their records (S3). One
 * call does this for one customer or for forty.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { changeRows } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login } from '../../support/server/server.ts';

const served = serveOperators();

interface Person {
  id: number;
  client: Client;
}

let tenant: number;
let head: Person;
let first: Person;
let second: Person;
let left: number;

/** Sellers may see their own customers, and the records that belong to these. */
const OWN = [
  ...['create', 'list@own', 'get@own', 'update@own', 'handover@own', 'share@own'].map(
    (key) => `customer:${key}`,
  ),
  ...['salesOrder', 'customerPlan', 'customerOwner'].flatMap((name) => [`${name}:*`]),
];

async function person(permissions: string[], tenantId = tenant): Promise<Person> {
  const { userId, username } = await makePerson(served.server, [tenantId], { permissions });
  return { id: userId, client: await login(served.server, username, PASSWORD) };
}

beforeAll(async () => {
  tenant = await makeTenant(served.server);
  [head, first, second] = [await person(['*']), await person(OWN), await person(OWN)];
  left = (await person(OWN)).id;
  await changeRows(served.server, 'user', { id: left }, { status: 'inactive' });
});

const make = ({ client }: Person, name: string) => client.call('customerCreate', { body: { name } });
const mine = async ({ client }: Person) =>
  (await client.call('getOwnerCustomerList', { body: { size: 200 } })).records.map(({ name }) => name);
const sees = async ({ client }: Person, id: number) =>
  (await ask(client, 'getCustomerInfoById', { query: { id } })).status;
const sorted = (names: readonly string[]) => [...names].sort();
const notices = async ({ client }: Person) =>
  (await client.call('noticePage', { query: { size: 50 } })).records.map(({ text }) => text.en ?? '');
const share = ({ client }: Person, customerId: number, more: object) =>
  client.call('customerShare', { body: { customerId, userIds: [second.id], ...more } });

describe('a customer', () => {
  it('that is shared can be read until the last day, and does not belong to other users', async () => {
    const { id, version } = await make(first, 'Shared until the 30th');
    expect(await sees(second, id)).toBe(404);
    expect(await share(first, id, { right: 'read', until: '2999-11-30' })).toMatchObject([{ right: 'read' }]);
    expect(await sees(second, id)).toBe(200);
    expect(await mine(second)).not.toContain('Shared until the 30th');
    const body = { id, version, city: 'Suzhou' };
    await expect(second.client.call('updateCustomer', { body })).rejects.toMatchObject({ status: 403 });
    await changeRows(served.server, 'record_share', { record_id: id }, { ends_at: '2020-11-30T16:00:00Z' });
    expect(await sees(second, id)).toBe(404);
  });

  it('cannot be shared with more rights than the user has', async () => {
    const { id } = await make(first, 'Shared no wider');
    const sharer = await person(['customer:list', 'customer:get', 'customer:share']);
    await expect(share(sharer, id, { right: 'write' })).rejects.toMatchObject({ status: 403 });
    await expect(share(second, id, { right: 'read' })).rejects.toMatchObject({ status: 404 });
  });

  it('belongs to its co-owners as well, and they may write it', async () => {
    const { id, version } = await make(first, 'Owned by two');
    await first.client.call('saveCustomerOwner', { body: { customerId: id, userId: second.id } });
    expect(await mine(second)).toContain('Owned by two');
    await second.client.call('updateCustomer', { body: { id, version, city: 'Suzhou' } });
    await first.client.call('deleteCustomerOwner', { query: { customerId: id, userId: second.id } });
    expect(await mine(second)).not.toContain('Owned by two');
  });

  it('is handed over with its orders and plans; the previous owner becomes a co-owner', async () => {
    const [shared, gone] = [await make(first, 'Given, still mine'), await make(first, 'Given for good')];
    const order = await first.client.call('saveOrder', { body: { name: 'Goes along', customerId: gone.id } });
    const plan = await first.client.call('customerPlanCreate', {
      body: { customerId: gone.id, title: 'Goes along', from: '2026-03-01', to: '2026-03-08' },
    });
    const others = await head.client.call('saveOrder', { body: { name: 'Stays', customerId: gone.id } });
    await first.client.call('saveCustomerOwner', { body: { customerId: shared.id, userId: first.id } });
    const handOver = (customerId: number) =>
      first.client.call('customerTrans', {
        body: { customerId, userId: second.id, reason: 'new area', with: ['salesOrder', 'customerPlan'] },
      });
    expect(await handOver(shared.id)).toEqual({ moved: 1, refused: [] });
    expect(await handOver(gone.id)).toEqual({ moved: 1, refused: [] });
    expect([await sees(first, shared.id), await sees(first, gone.id)]).toEqual([200, 404]);
    const owner = async (id: number) => (await head.client.call('salesOrderGet', { path: { id } })).ownerId;
    expect([await owner(order.id), await owner(others.id)]).toEqual([second.id, head.id]);
    expect((await head.client.call('customerPlanGet', { path: { id: plan.id } })).userId).toBe(second.id);
    const path = { entity: 'customer', id: gone.id };
    const [latest] = (await head.client.call('recordHistory', { path, query: {} })).records;
    expect(latest).toMatchObject({
      action: 'handover',
      changes: expect.arrayContaining([{ field: 'note.reason', before: null, after: 'new area' }]),
    });
  });

  it('is not handed over to users who left, of another tenant, or who already own it', async () => {
    const { id } = await make(first, 'Goes to nobody');
    const handOver = (userId: number) =>
      head.client.call('customerTrans', { body: { customerId: id, userId } });
    const foreign = await person(['*'], await makeTenant(served.server));
    for (const userId of [left, foreign.id])
      await expect(handOver(userId)).rejects.toMatchObject({ status: 409, errors: [{ field: '/userId' }] });
    expect(await handOver(first.id)).toMatchObject({ moved: 0, refused: [{ id }] });
    // The main owner is not a co-owner, so there is nothing to remove.
    const query = { customerId: id, userId: first.id };
    await expect(head.client.call('deleteCustomerOwner', { query })).rejects.toMatchObject({ status: 404 });
  });
});

describe('forty customers', () => {
  it('are handed over by a filter: the allowed ones, and a reason for each other', async () => {
    const [formerOwner, newOwner] = [await person(OWN), await person(OWN)];
    for (let place = 0; place < 38; place++) await make(formerOwner, `Forty ${place}`);
    for (let place = 38; place < 40; place++) await make(newOwner, `Forty ${place}`);
    const filter = JSON.stringify({ and: [{ field: 'name', op: 'startsWith', value: 'Forty ' }] });
    const handOver = (more: object) =>
      head.client.call('customerTransBatch', { body: { userId: newOwner.id, reason: 'left', ...more } });
    await expect(handOver({ filter, expected: 39 })).rejects.toMatchObject({ status: 409 });
    await expect(handOver({ filter })).rejects.toMatchObject({
      status: 400,
      errors: [{ field: '/expected' }],
    });
    const { moved, refused } = await handOver({ filter, expected: 40 });
    expect(moved).toBe(38);
    expect(refused.map(({ reason }) => reason)).toEqual(Array(2).fill('接收人已是该记录的负责人'));
    const noticesOf = (texts: string[]) => texts.filter((text) => text.includes('38 records'));
    expect(noticesOf(await notices(newOwner))).toHaveLength(1);
    expect(noticesOf(await notices(formerOwner))).toHaveLength(1);
    expect(await mine(newOwner)).toHaveLength(40);
    // A customer of another tenant gets the same answer as one that does not exist.
    const elsewhere = await person(['*'], await makeTenant(served.server));
    const foreign = await make(elsewhere, 'Of others');
    const unknown = { moved: 0, refused: [{ id: foreign.id, reason: '记录不存在' }] };
    expect(await handOver({ customerIds: [foreign.id] })).toEqual(unknown);
  });
});

it('of a person who left are handed over with everything, kind by kind (S15)', async () => {
  const [leaver, heir] = [await person([...OWN, 'quote:*']), await person([...OWN, 'quote:*'])];
  const { client } = leaver;
  const customers = [await make(leaver, 'Left one'), await make(leaver, 'Left two')];
  const customerId = customers[0]!.id;
  await client.call('customerPlanCreate', {
    body: { customerId, title: 'Left', from: '2026-03-01', to: '2026-03-08' },
  });
  await client.call('saveQuote', { body: { name: 'Left', customerId } });
  // An order of another person's customer belongs to that person as well.
  const others = await make(head, 'Of the head');
  const order = await head.client.call('saveOrder', { body: { name: 'Left', customerId: others.id } });
  await head.client.call('orderTransfer', { body: { orderId: order.id, userId: leaver.id } });
  await changeRows(served.server, 'user', { id: leaver.id }, { status: 'inactive' });
  const filter = JSON.stringify({ and: [{ field: 'ownerId', op: 'eq', value: leaver.id }] });
  const body = { filter, userId: heir.id, reason: 'resigned' };
  const along = { expected: 2, with: ['customerPlan', 'quote', 'salesOrder'] };
  expect(await head.client.call('customerTransBatch', { body: { ...body, ...along } })).toEqual({
    ...{ moved: 2, refused: [] },
  });
  expect(await head.client.call('orderTransferBatch', { body: { ...body, expected: 1 } })).toEqual({
    ...{ moved: 1, refused: [] },
  });
  const left = async (id: 'getCustomerList' | 'salesOrderPage' | 'quotePage') =>
    (await head.client.call(id, { query: { filter } })).total;
  expect([await left('getCustomerList'), await left('salesOrderPage'), await left('quotePage')]).toEqual([
    0, 0, 0,
  ]);
  const planFilter = filter.replace('ownerId', 'userId');
  expect((await head.client.call('customerPlanPage', { query: { filter: planFilter } })).total).toBe(0);
  expect(sorted(await mine(heir))).toEqual(['Left one', 'Left two']);
  // A customer cannot be handed over to a user who left.
  await expect(
    head.client.call('customerTrans', { body: { customerId, userId: leaver.id } }),
  ).rejects.toMatchObject({ status: 409 });
});

it('orders are handed over alone or together, and no form writes their owner', async () => {
  const made = await make(first, 'With orders');
  const order = async (name: string) =>
    (await first.client.call('saveOrder', { body: { name, customerId: made.id } })).id;
  const ids = [await order('One'), await order('Two'), await order('Three')];
  const reason = 'on leave';
  const handOver = (orderId: number) =>
    head.client.call('orderTransfer', { body: { orderId, userId: second.id, reason } });
  expect(await handOver(ids[0]!)).toEqual({ moved: 1, refused: [] });
  expect(
    await head.client.call('orderTransferBatch', { body: { orderIds: ids, userId: second.id, reason } }),
  ).toEqual({ moved: 2, refused: [{ id: ids[0], reason: '接收人已是该记录的负责人' }] });
  const { version } = await head.client.call('salesOrderGet', { path: { id: ids[0]! } });
  const body = { id: ids[0]!, version, ownerId: first.id };
  await expect(head.client.call('updateOrder', { body })).rejects.toMatchObject({
    status: 400,
    errors: [{ field: '/ownerId' }],
  });
});
