/** A user without access to people reads their names in records, but no numbers. The names are not links. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { recordLinks } from '../../support/browser/listPage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

const LIST = '/main/appliance/sales/orders';

let server: TestServer;
let tenant: number;
let order: number;
beforeAll(async () => {
  server = await sharedServer();
  tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { role: 'sales', name: 'Ada Seller' });
  const seller = await login(server, username, PASSWORD);
  const { id: customerId } = await seller.call('intoCustomer', { body: { name: 'Harbour' } });
  const lines = [{ item: 'Cabinet', price: '100.00', quantity: 1, taxRate: 0 }];
  order = (await seller.call('saveOrder', { body: { name: 'An order', customerId, currency: 'CNY', lines } }))
    .id;
});
afterAll(() => server?.stop());

it('finance sees the seller of an order by name, in the list and on its page', async () => {
  const { username } = await makePerson(server, [tenant], { role: 'finance' });
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, { username, password: PASSWORD }, LIST);
  await recordLinks(page).first().waitFor();
  const row = page.getByRole('row').filter({ hasText: 'An order' });
  await row.getByRole('cell', { name: 'Ada Seller' }).first().waitFor();
  await page.goto(`${LIST}/${order}`);
  const main = page.getByRole('main');
  await main.getByText('Ada Seller').first().waitFor();
  expect(await main.getByRole('link', { name: 'Ada Seller' }).count()).toBe(0);
  await main.getByRole('link', { name: 'Harbour' }).first().waitFor();
});
