/** An open record and its row follow another person's decision. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REFRESH_MS } from '../../../runtime/core/scheduler/refreshInterval.ts';
import { installClock, openPage, signIn } from '../../support/browser/browser.ts';
import { recordLinks } from '../../support/browser/listPage.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

const LIST = '/main/appliance/sales/orders';

let server: TestServer;
let person: { username: string; password: string };
let boss: Client;
let order: { id: number; version: number };
beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { permissions: ['*'] });
  person = { username, password: PASSWORD };
  boss = await login(server, username, PASSWORD);
  const { id: customerId } = await boss.call('intoCustomer', { body: { name: 'Harbour' } });
  order = await boss.call('saveOrder', { body: { name: 'An order', customerId } });
});
afterAll(() => server?.stop());

it('in the drawer beside its list', async () => {
  const page = await openPage(server, { lang: 'en' });
  await installClock(page);
  await signIn(page, server, person, LIST);
  await recordLinks(page).first().click();
  const drawer = page.getByRole('dialog').first();
  const move = drawer.getByRole('button', { name: 'Cancel the order' });
  await move.waitFor();
  await boss.call('recordTransition', {
    path: { entity: 'salesOrder', id: order.id },
    body: { name: 'cancel', version: order.version },
  });
  await page.clock.fastForward(REFRESH_MS);
  await move.waitFor({ state: 'detached' });
  await page.locator('main').getByText('Canceled').first().waitFor();
  expect(await page.getByText('Unconfirmed').filter({ visible: true }).count()).toBe(0);
});
