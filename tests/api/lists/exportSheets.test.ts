/**
 * Excel files of orders and customers have the records that belong to them on separate sheets, and sums by currency.
 */
import readXlsx from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { setRate } from '../../support/records/exchangeRate.ts';
import { login } from '../../support/server/server.ts';

const served = serveOperators();
let tenant: number;
let boss: Client;
let customerId: number;

const signIn = async (permissions: string[]) => {
  const { username } = await makePerson(served.server, [tenant], { permissions });
  return login(served.server, username, PASSWORD);
};

beforeAll(async () => {
  tenant = await makeTenant(served.server);
  boss = await signIn(['*']);
  customerId = (await boss.call('intoCustomer', { body: { name: 'Harbour' } })).id;
  await setRate(boss, 'USD', 7.1);
  const contact = { customerId, name: 'Ada', main: true };
  await boss.call('customerContactCreate', { body: contact });
  for (const [currency, price] of [
    ['CNY', '100.00'],
    ['CNY', '50.50'],
    ['USD', '20.00'],
  ] as const) {
    const lines = [{ item: 'Cabinet', price, taxRate: 0 }];
    const plan = [{ name: 'All', percent: 100, due: '2026-12-31' }];
    const { id, version } = await boss.call('saveOrder', {
      body: { name: `In ${currency} ${price}`, customerId, currency, lines, plan },
    });
    const body = { name: 'confirm', version };
    await boss.call('recordTransition', { path: { entity: 'salesOrder', id }, body });
  }
  const other = (await boss.call('intoCustomer', { body: { name: 'Elsewhere' } })).id;
  await boss.call('saveOrder', { body: { name: 'Not of Harbour', customerId: other } });
});

async function sheetsOf(client: Client, id: 'ordersExcel' | 'customerExcel', query: object = {}) {
  const headers = { 'accept-language': 'en' };
  const response = await client.request(id, { body: {}, query: { ...query }, headers });
  expect(response.status).toBe(200);
  const sheets = await readXlsx(Buffer.from(await response.arrayBuffer()));
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data]));
}

const filter = () => JSON.stringify({ and: [{ field: 'customerId', op: 'eq', value: customerId }] });
const column = (rows: readonly (readonly unknown[])[] = [], heading: string) =>
  rows.slice(1).map((row) => row[rows[0]!.indexOf(heading)]);

describe('a workbook', () => {
  it('of orders contains their lines, instalments and invoices, and the sums by currency', async () => {
    const sheets = await sheetsOf(boss, 'ordersExcel', { filter: filter() });
    expect(Object.keys(sheets)).toEqual([
      ...['Sales order', 'Order line', 'Instalment', 'Invoice application', 'Totals'],
    ]);
    expect(column(sheets['Order line'], 'Item')).toEqual(['Cabinet', 'Cabinet', 'Cabinet']);
    expect(column(sheets.Instalment, 'Order')).toEqual(['In CNY 100.00', 'In CNY 50.50', 'In USD 20.00']);
    const amounts = sheets.Totals?.filter(([of, field]) => of === 'Sales order' && field === 'Amount');
    expect(amounts).toEqual([
      ['Sales order', 'Amount', 'CNY', 150.5],
      ['Sales order', 'Amount', 'USD', 20],
    ]);
  });

  it('of customers contains their contacts and open amounts: for one of them, a statement of account', async () => {
    const id = JSON.stringify({ and: [{ field: 'id', op: 'eq', value: customerId }] });
    const sheets = await sheetsOf(boss, 'customerExcel', { filter: id });
    expect(column(sheets.Contact, 'Name')).toEqual(['Ada']);
    expect(sheets['Sales order']).toHaveLength(4);
    const open = sheets.Totals?.filter(([of, field]) => of === 'Instalment' && field === 'Open');
    expect(open).toEqual([
      ['Instalment', 'Open', 'CNY', 150.5],
      ['Instalment', 'Open', 'USD', 20],
    ]);
  });

  it('contains no sheet that its reader may not list', async () => {
    const clerk = await signIn(['customer:*', 'customerContact:list']);
    expect(Object.keys(await sheetsOf(clerk, 'customerExcel'))).toEqual(['Customer', 'Contact']);
  });
});
