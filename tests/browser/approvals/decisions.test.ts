/** Orders that wait for approval are listed on the page Approvals of the users who decide on them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let boss: { username: string; password: string };
let seller: { username: string; password: string };
beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  const person = async (role: string) => ({
    ...(await makePerson(server, [tenant], { role })),
    password: PASSWORD,
  });
  [boss, seller] = [await person('administrator'), await person('sales')];
  const client = await login(server, seller.username, PASSWORD);
  const { id: customerId } = await client.call('intoCustomer', { body: { name: 'Harbour' } });
  const lines = [{ item: 'Cabinet', price: '100.00', quantity: 1, taxRate: 0 }];
  const plan = [{ name: 'All', percent: 100, due: '2026-12-31' }];
  const body = { name: 'An order', customerId, currency: 'CNY', lines, plan };
  const { id, version } = await client.call('saveOrder', { body });
  await client.call('recordTransition', {
    path: { entity: 'salesOrder', id },
    body: { name: 'propose', version },
  });
});
afterAll(() => server?.stop());

it('with their number beside the page, and for no other user', async () => {
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, boss, '/main/apply');
  const orders = page.locator('main').getByRole('region', { name: 'Sales order' }).first();
  await orders.getByText('An order').first().waitFor();
  await keepPicture(page, 'decisions');
  await page.getByText('Pending 1').first().waitFor();
  const other = await openPage(server, { lang: 'en' });
  await signIn(other, server, seller, '/main/apply');
  await other.getByRole('heading', { level: 2 }).first().waitFor();
  expect(await other.getByText('An order').count()).toBe(0);
});
