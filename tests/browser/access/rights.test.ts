/** Rights change during a session, and the screen follows without a reload. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { eventually, LIST } from '../../support/browser/listPage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const SEES = ['customer:list', 'customer:get'];

/**
 * Opens the list of customers for a user, and signs in an administrator who changes this user's permissions.
 */
async function openDesk() {
  const { db } = server.app;
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { permissions: ['*'] });
  const boss = await login(server, chief.username, PASSWORD);
  let role = await boss.call('roleCreate', { body: { name: 'Sales', key: 'ownSales', permissions: SEES } });
  const { username, userId } = await makePerson(server, [tenant]);
  await db.pool.query('update "user" set roles = $1 where id = $2', [`[${role.id}]`, userId]);
  await boss.call('customerCreate', { body: { name: 'Known', city: 'Bergen' } });
  const page = await openPage(server);
  const connected = page.waitForResponse((response) => response.url().includes('/ems/api/main/live'));
  await signIn(page, server, { username, password: PASSWORD }, LIST);
  await page.getByText('Known').waitFor();
  await connected;
  await page.evaluate(() => Reflect.set(window, 'stayed', true));
  const grant = async (permissions: string[], fieldRules: object[] = []) => {
    const { id, version } = role;
    role = await boss.call('roleUpdate', { body: { id, version, permissions, fieldRules } });
  };
  return { page, grant };
}

const create = (page: Page) => page.getByRole('button', { name: 'New Customer' });
const stayed = (page: Page) => page.evaluate(() => Reflect.get(window, 'stayed'));

describe('permissions that are granted and revoked', () => {
  it('add buttons and menu pages, and remove them', async () => {
    const { page, grant } = await openDesk();
    const group = page.getByRole('navigation').getByText('Site configuration', { exact: true });
    await eventually(() => create(page).count()).toBe(0);
    await grant([...SEES, 'customer:create', 'device:list']);
    await create(page).first().waitFor();
    await eventually(() => group.count()).toBeGreaterThan(0);
    await grant(SEES);
    await eventually(() => create(page).count()).toBe(0);
    await eventually(() => group.count()).toBe(0);
    expect(await stayed(page)).toBe(true);
  });

  it('hide a field as soon as a rule hides it', async () => {
    const { page, grant } = await openDesk();
    await page.getByText('Bergen').waitFor();
    await grant(SEES, [{ field: 'customer.city', rule: 'hidden' }]);
    await page.getByText('Bergen').waitFor({ state: 'detached' });
    await page.getByText('Known').waitFor();
    expect(await stayed(page)).toBe(true);
  });
});
