/** S7: sales submits an order whose plan equals its amount. The head sees its fields, and signs it or returns it. */
import { beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { makeDept, makePerson, PASSWORD } from '../../support/people/people.ts';
import { serveCash } from '../../support/records/cash.ts';
import { asker } from '../../support/records/orderLines.ts';
import { makeOrder, PLAN, readOrder, type Saved } from '../../support/records/orderToCash.ts';
import { login } from '../../support/server/server.ts';

const { server, boss, ask } = serveCash();
const ORDERS = '/main/appliance/sales/orders';
let order: Saved;
let sales: string;
let head: string;

beforeAll(async () => {
  const chief = await makePerson(server, [boss.tenantId], { permissions: ['*'] });
  const person = await makePerson(server, [boss.tenantId], { role: 'sales' });
  await makeDept(server, boss.tenantId, chief.userId, [person.userId]);
  [head, sales] = [chief.username, person.username];
  const [first, second, third] = PLAN;
  order = await makeOrder(asker(await login(server, sales, PASSWORD)), {
    plan: [first, second, { ...third, percent: null, amount: '61169.30' }],
  });
});

it('is submitted once the plan is correct to the cent, and signed only by the head', async () => {
  const seller = await openPage(server, { lang: 'en' });
  await signIn(seller, server, { username: sales, password: PASSWORD }, `${ORDERS}/${order.id}`);
  await seller
    .getByRole('button', { name: /^Submit for approval / })
    .filter({ hasText: 'the instalments differ from the order amount by 0.01' })
    .waitFor();
  const { version, plan } = await readOrder(ask, order.id);
  const corrected = plan.map(({ id }, at) => ({ id, ...(at === 2 ? { amount: '61169.31' } : {}) }));
  await boss.call('saveOrder', { body: { id: order.id, version, plan: corrected } });
  await seller.reload();
  // Above the limit, only the head can sign it.
  await seller
    .getByRole('button', { name: /^Sign / })
    .filter({ hasText: 'above CNY 500,000.00' })
    .waitFor();
  await seller.getByRole('button', { name: 'Submit for approval', exact: true }).click();
  await expect.poll(async () => (await readOrder(ask, order.id)).saleStatus).toBe('pendingApproval');
  await seller.getByRole('button', { name: 'Withdraw', exact: true }).waitFor();
  expect(await seller.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);

  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, { username: head, password: PASSWORD }, `${ORDERS}/${order.id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.poll(async () => (await readOrder(ask, order.id)).saleStatus).toBe('processing');
  expect(await readOrder(ask, order.id)).toMatchObject({
    signedGross: '611693.04',
    plan: [{ amount: '183507.91' }, { amount: '367015.82' }, { amount: '61169.31' }],
  });
  await seller.goto('/main/message');
  await seller.getByText(`The order “${order.name}” was approved`).first().waitFor();
});
