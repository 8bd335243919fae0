/**
 * Every list contains the customers that a user owns, co-owns or was given by a share, and no others (S16).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { tableRows } from '../../support/records/excel.ts';
import { login } from '../../support/server/server.ts';

const served = serveOperators();
const MINE = ['Reach as owner', 'Reach as co-owner', 'Reach by a share'];
const OTHERS = 'Reach of others';
const OWN = ['list', 'get', 'update', 'export'].map((action) => `customer:${action}@own`);

let boss: Client;
let seller: Client;
let others: number;

beforeAll(async () => {
  const tenant = await makeTenant(served.server);
  const signed = async (permissions: string[]) => {
    const { userId, username } = await makePerson(served.server, [tenant], { permissions });
    return { userId, client: await login(served.server, username, PASSWORD) };
  };
  ({ client: boss } = await signed(['*']));
  const person = await signed([...OWN, 'customer:create', 'quote:create', 'kanban:get']);
  seller = person.client;
  const make = async (name: string) => {
    const body = { name, industry: 'energy', creditLimit: '10.00' };
    return (await boss.call('customerCreate', { body })).id;
  };
  const [owned, shared, read] = [await make(MINE[0]!), await make(MINE[1]!), await make(MINE[2]!)];
  others = await make(OTHERS);
  const { userId } = person;
  await boss.call('customerTrans', { body: { customerId: owned, userId } });
  await boss.call('saveCustomerOwner', { body: { customerId: shared, userId } });
  await boss.call('customerShare', { body: { customerId: read, userIds: [userId], right: 'read' } });
});

const sorted = (names: readonly string[]) => [...names].sort();

describe('what a seller reaches', () => {
  it('is listed and counted', async () => {
    const { records, total } = await seller.call('getCustomerList', { query: { size: 50 } });
    expect(sorted(records.map(({ name }) => name))).toEqual(sorted(MINE));
    expect(total).toBe(MINE.length);
  });

  it('is found by the palette', async () => {
    const found = await seller.call('search', { query: { search: 'Reach' } });
    expect(sorted(found.map(({ label }) => label))).toEqual(sorted(MINE));
  });

  it('leaves in the workbook', async () => {
    const file = await seller.request('customerExcel', { body: {} });
    const rows = await tableRows(new Uint8Array(await file.arrayBuffer()));
    const text = JSON.stringify(rows);
    expect(MINE.filter((name) => text.includes(name))).toEqual(MINE);
    expect(text).not.toContain(OTHERS);
  });

  it('is counted, and added up', async () => {
    const query = { by: 'industry' };
    const { totals } = await seller.call('recordStatistic', { path: { name: 'customers' }, query });
    expect(totals).toMatchObject([{ figures: { customers: 3, creditLimit: '30.00' } }]);
  });

  it('excludes other customers, which cannot be read, changed, handed over or shared by id', async () => {
    const status = async (id: Parameters<typeof ask>[1], input: object) =>
      (await ask(seller, id, input)).status;
    expect(await status('getCustomerInfoById', { query: { id: others } })).toBe(404);
    const change = { body: { id: others, version: 1, city: 'Suzhou' } };
    expect(await status('updateCustomer', change)).toBe(404);
    expect(await status('customerTrans', { body: { customerId: others, userId: 1 } })).toBe(403);
    expect(await status('customerShare', { body: { customerId: others, userIds: [1] } })).toBe(403);
    for (const field of ['tenantId', 'ownerId'])
      expect(await status('customerCreate', { body: { name: 'With more', [field]: 1 } })).toBe(400);
  });

  it('is not revealed by a quote to users who may not see the customer', async () => {
    const body = { name: 'Of others', customerId: others };
    expect((await ask(seller, 'saveQuote', { body })).status).toBe(400);
  });
});
