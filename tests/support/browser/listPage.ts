/** Creates a tenant with customers, and opens its generated list in a browser as a user with all permissions. */

import type { Page } from 'playwright';
import { expect } from 'vitest';
import { makePerson, makeTenant, PASSWORD } from '../people/people.ts';
import { login, type TestServer } from '../server/server.ts';
import { openPage, type PageOptions, signIn } from './browser.ts';

export const LIST = '/main/appliance/customer';

export const customer = (index: number) => ({
  name: `Customer ${String(index).padStart(2, '0')}`,
  level: index % 2 ? ('NP' as const) : ('SVIP' as const),
});

export async function openCustomers(server: TestServer, count: number, options: PageOptions = {}) {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], {
    role: 'sales',
    // A search finds this user only as the owner of customers, because it finds numbers only in customers.
    name: 'Ines',
    permissions: ['customer:*'],
  });
  const client = await login(server, username, PASSWORD);
  for (let index = 0; index < count; index++) await client.call('customerCreate', { body: customer(index) });
  const page = await openPage(server, options);
  await signIn(page, server, { username, password: PASSWORD }, LIST);
  await page.getByRole('main').getByRole('region').first().waitFor();
  return { page, client };
}

/** Waits for a value, because a busy machine is slow. */
export const eventually = <T>(read: () => T) => expect.poll(read);

/** Returns the elements that open the records of a list: the first cell of a row, or the head of a card. */
export const recordLinks = (page: Page) =>
  page.getByRole('main').locator(':is(td, li) [aria-haspopup=dialog]').filter({ visible: true });

export const names = (page: Page) => recordLinks(page).allInnerTexts();
