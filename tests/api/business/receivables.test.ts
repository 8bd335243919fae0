/** Open amounts of signed orders by age (D18) and currency. Currencies are never added up. */
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../../runtime/core/time/timeWindow.ts';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { setRate } from '../../support/records/exchangeRate.ts';
import { asker } from '../../support/records/orderLines.ts';
import { readOrder } from '../../support/records/orderToCash.ts';
import { login } from '../../support/server/server.ts';

const served = serveOperators();
/** Days since the due date, each at the edge of an age group. */
const EDGES = [-10, 0, 1, 30, 31, 60, 61, 90, 91, 180, 181, 365, 366];
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

let boss: Client;
let customerId: number;

/** Creates an order whose instalments of 10.00 each were due these numbers of days ago. */
async function makeOrder(
  name: string,
  currency: 'CNY' | 'USD',
  ages: readonly number[],
  customer = customerId,
) {
  const lines = [{ item: 'Cabinet', quantity: ages.length, price: '10.00', taxRate: 0 }];
  const plan = ages.map((age) => ({ name: `${age}`, amount: '10.00', due: dayBefore(age) }));
  return boss.call('saveOrder', { body: { name, customerId: customer, currency, lines, plan } });
}

const sign = ({ id, version }: { id: number; version: number }) =>
  boss.call('recordTransition', { path: { entity: 'salesOrder', id }, body: { name: 'confirm', version } });

beforeAll(async () => {
  const { username } = await makePerson(served.server, [await makeTenant(served.server)], {
    permissions: ['*'],
  });
  boss = await login(served.server, username, PASSWORD);
  customerId = (await boss.call('customerCreate', { body: { name: 'Harbour', state: 'developing' } })).id;
  await setRate(boss, 'USD', 7.1);
  await sign(await makeOrder('Home', 'CNY', EDGES));
  await sign(await makeOrder('Abroad', 'USD', [5, 6]));
  await makeOrder('Not signed', 'CNY', [5]);
});

it('counts each instalment in its age: an instalment due today is not overdue', async () => {
  const query = { by: 'age' };
  const { rows, totals } = await boss.call('recordStatistic', { path: { name: 'receivables' }, query });
  expect(rows.map(({ key, currency, figures }) => [key.age, currency, figures.count, figures.open])).toEqual([
    [0, 'CNY', 2, '20.00'],
    [1, 'CNY', 2, '20.00'],
    [1, 'USD', 2, '20.00'],
    [2, 'CNY', 2, '20.00'],
    [3, 'CNY', 2, '20.00'],
    [4, 'CNY', 2, '20.00'],
    [5, 'CNY', 2, '20.00'],
    [6, 'CNY', 1, '10.00'],
  ]);
  expect(totals.map(({ currency, figures }) => [currency, figures.open, figures.overdue])).toEqual([
    ['CNY', '130.00', '110.00'],
    ['USD', '20.00', '20.00'],
  ]);
});

it('excludes a canceled order', async () => {
  const order = await makeOrder('Canceled', 'USD', [5]);
  const overdue = async () => {
    const answer = await boss.call('recordStatistic', { path: { name: 'receivables' }, query: { by: '' } });
    return answer.totals.find(({ currency }) => currency === 'USD')?.figures.overdue;
  };
  const signed = await sign(order);
  expect(await overdue()).toBe('30.00');
  const invoiceable = async () => (await readOrder(asker(boss), order.id)).invoiceable;
  expect(await invoiceable()).toBe('10.00');
  const body = { name: 'cancelSigned', version: signed.version, form: { cancelReason: 'Called off' } };
  await boss.call('recordTransition', { path: { entity: 'salesOrder', id: order.id }, body });
  expect(await overdue()).toBe('20.00');
  expect(await invoiceable()).toBe('0.00');
});

it('shows the oldest due date at the customer and in the list', async () => {
  const { id } = await boss.call('customerCreate', { body: { name: 'Quay', state: 'developing' } });
  const filter = JSON.stringify({ and: [{ field: 'id', op: 'eq', value: id }] });
  const oldest = async () =>
    (await boss.call('getCustomerList', { query: { filter } })).records[0]?.oldestDue;
  const order = await makeOrder('Quayside', 'CNY', [5, 20, -3], id);
  expect(await oldest()).toBeNull();
  const { version } = await sign(order);
  expect(await oldest()).toBe(dayBefore(20));
  const body = { name: 'cancelSigned', version, form: { cancelReason: 'Called off' } };
  await boss.call('recordTransition', { path: { entity: 'salesOrder', id: order.id }, body });
  expect(await oldest()).toBeNull();
});
