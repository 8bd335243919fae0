/** The drawer of a record beside its list offers the same actions as its page. */
import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { recordLinks } from '../../support/browser/listPage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

const LIST = '/main/appliance/customer';

let server: TestServer;
let person: { username: string; password: string };
let customerId: number;
beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { permissions: ['*'] });
  person = { username, password: PASSWORD };
  const boss = await login(server, username, PASSWORD);
  customerId = (await boss.call('intoCustomer', { body: { name: 'Harbour' } })).id;
});
afterAll(() => server?.stop());

const namesOf = async (head: Locator): Promise<string[]> => {
  const names = await head
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));
  return names.filter((name) => name !== '');
};

it.each([1440, 390])('at %i px, including its documents, link and handover', async (width) => {
  const page = await openPage(server, { width, lang: 'en' });
  await signIn(page, server, person, `${LIST}/${customerId}`);
  const head = page.getByRole('heading', { level: 2, name: 'Harbour' }).locator('..');
  await head.getByRole('button', { name: 'Edit' }).waitFor();
  const offered = (await namesOf(head)).filter((name) => !/back|close/i.test(name));
  expect(offered.length).toBeGreaterThan(3);
  await page.goto(LIST);
  await recordLinks(page).first().click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('button', { name: 'Edit' }).waitFor();
  await keepPicture(page, `drawer-${width}`);
  expect(await namesOf(drawer)).toEqual(expect.arrayContaining(offered));
});
