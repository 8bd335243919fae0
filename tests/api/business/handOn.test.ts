/** A person leaves (S15). Their records are handed over by kind: all records of a kind, or none. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { changeRows } from '../../support/calls/world.ts';
import { makeDept, makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { awaitJobEnd } from '../../support/records/excel.ts';
import { login } from '../../support/server/server.ts';

const served = serveOperators();
let tenant: number;
let boss: Client;
let leaver: { id: number; client: Client };
let heirs: number[];

const person = async (options: Parameters<typeof makePerson>[2]) => {
  const { userId, username } = await makePerson(served.server, [tenant], options);
  return { id: userId, client: await login(served.server, username, PASSWORD) };
};

const owned = async () =>
  Object.fromEntries(
    (await boss.call('userOwned', { path: { id: leaver.id } })).map(({ entity, count }) => [entity, count]),
  );
const all = (to: (kind: string) => number) =>
  ['customer', 'salesOrder', 'quote', 'orderInvoice', 'customerPlan'].map((entity) => ({
    entity,
    userId: to(entity),
  }));
const handOn = async (receivers: { entity: string; userId: number }[], client = boss) =>
  ask(client, 'userHandOn', { path: { id: leaver.id }, body: { receivers, reason: 'resigned' } });

/**
 * Creates six customers, four orders, two quotes (one of which waits for an approval), an application and three plans.
 */
async function makeBelongings(): Promise<void> {
  const { client } = leaver;
  const customers: number[] = [];
  for (const at of Array(6).keys())
    customers.push((await client.call('intoCustomer', { body: { name: `Left ${at}` } })).id);
  const customerId = customers[0]!;
  for (const at of Array(4).keys())
    await client.call('saveOrder', {
      body: {
        ...{ name: `Order ${at}`, customerId: customers[at]! },
        lines: [{ item: 'Hour', price: '100.00', taxRate: 0 }],
        plan: [{ name: 'All', due: '2026-12-31' }],
      },
    });
  const [signed] = (await client.call('salesOrderPage', { query: { search: 'Order 0' } })).records;
  const move = { name: 'confirm', version: signed!.version };
  await client.call('recordTransition', { path: { entity: 'salesOrder', id: signed!.id }, body: move });
  await client.call('orderInvoiceCreate', {
    body: { orderId: signed!.id, kind: 'general', title: 'Left 0' },
  });
  const lines = [{ item: 'Cabinet', quantity: 6, price: '100000.00', taxRate: 13 }];
  const quote = { customerId, validUntil: '2099-12-31', lines };
  await client.call('saveQuote', { body: { ...quote, name: 'Draft' } });
  const { id, version } = await client.call('saveQuote', { body: { ...quote, name: 'Waits' } });
  await client.call('recordSubmit', { path: { entity: 'quote', id }, body: { version } });
  for (const at of Array(3).keys())
    await client.call('customerPlanCreate', {
      body: { customerId: customers[at]!, title: `Plan ${at}`, from: '2026-03-01', to: '2026-03-08' },
    });
}

beforeAll(async () => {
  tenant = await makeTenant(served.server);
  const head = await person({ permissions: ['*'] });
  boss = head.client;
  leaver = await person({ role: 'sales' });
  await makeDept(served.server, tenant, head.id, [leaver.id]);
  heirs = [(await person({ role: 'sales' })).id, (await person({ role: 'sales' })).id];
  await makeBelongings();
  await changeRows(served.server, 'user', { id: leaver.id }, { status: 'inactive' });
});

describe('a person who left', () => {
  it('leaves records without an owner, which another user can find and hand over', async () => {
    const unowned = async (client: Client, more: object[] = []) => {
      const filter = JSON.stringify({ and: [{ op: 'unowned' }, ...more] });
      return (await client.call('getCustomerList', { query: { filter } })).total;
    };
    await boss.call('intoCustomer', { body: { name: 'Owned' } });
    expect(await unowned(boss)).toBe(6);
    expect(await unowned(boss, [{ field: 'name', op: 'eq', value: 'Left 1' }])).toBe(1);
    const filter = JSON.stringify({ and: [{ op: 'unowned' }] });
    expect(await ask(boss, 'orderPayPage', { query: { filter } })).toMatchObject({ status: 400 });
  });

  it('cannot be deleted while they own records; the error contains the counts', async () => {
    expect(await owned()).toEqual({
      ...{ customer: 6, salesOrder: 4, quote: 2, orderInvoice: 1, customerPlan: 3 },
    });
    const { status, msg } = await ask(boss, 'delUser', { query: { id: leaver.id } });
    expect(status).toBe(409);
    for (const part of ['Customer 6', 'Sales order 4', 'Quote 2', 'Invoice application 1', 'Plan 3'])
      expect(msg).toContain(part);
  });

  it('hands over a kind completely or not at all: a receiver who left gets nothing', async () => {
    const started = await handOn([
      { entity: 'customerPlan', userId: heirs[0]! },
      { entity: 'customer', userId: leaver.id },
    ]);
    const { result } = await awaitJobEnd(boss, started.data);
    expect(result).toMatchObject({
      kinds: [
        { entity: 'customerPlan', moved: 3, reason: null },
        { entity: 'customer', moved: 0, reason: expect.any(String) },
      ],
    });
    expect(await owned()).toMatchObject({ customer: 6 });
  });

  it('hands over everything in one job, including records with a pending approval', async () => {
    const started = await handOn(all((kind) => heirs[kind === 'quote' ? 1 : 0]!));
    const { status, result } = await awaitJobEnd(boss, started.data);
    expect(status).toBe('done');
    expect(result).toEqual({
      kinds: [
        { entity: 'customer', moved: 6, reason: null },
        { entity: 'salesOrder', moved: 4, reason: null },
        { entity: 'quote', moved: 2, reason: null },
        { entity: 'orderInvoice', moved: 1, reason: null },
        { entity: 'customerPlan', moved: 0, reason: null },
      ],
    });
    expect(await owned()).toEqual({});
    const quotes = await boss.call('quotePage', { query: { search: 'Waits' } });
    expect(quotes.records[0]).toMatchObject({ ownerId: heirs[1]! });
    const path = { entity: 'quote', id: quotes.records[0]!.id };
    const [latest] = (await boss.call('recordHistory', { path, query: {} })).records;
    expect(latest).toMatchObject({ action: 'handover' });
  });

  it('is handed over only with the permission, and only for kinds with an owner', async () => {
    const seller = (await person({ role: 'sales' })).client;
    expect((await handOn([{ entity: 'customer', userId: heirs[0]! }], seller)).status).toBe(403);
    expect(await handOn([{ entity: 'dept', userId: heirs[0]! }])).toMatchObject({
      ...{ status: 400, errors: [{ field: '/receivers/0/entity' }] },
    });
  });
});
