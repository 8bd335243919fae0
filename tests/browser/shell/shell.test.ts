import AxeSource from 'axe-core';
import type { Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillLogin, openPage, signIn } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
let tenant: number;
let other: number;
beforeAll(async () => {
  server = await startServer();
  tenant = await makeTenant(server);
  other = await makeTenant(server);
});
afterAll(() => server?.stop());

async function signInAs(page: Page, role: string, tenants = [tenant]): Promise<string> {
  const { username } = await makePerson(server, tenants, { role });
  await signIn(page, server, { username, password: PASSWORD });
  return username;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

describe('routes', () => {
  it('are kept after a reload and in a new window with the session', async () => {
    const page = await openPage(server);
    await signIn(page, server, undefined, '/main/mine?x=1');
    await page.reload();
    await page.getByRole('region', { name: 'Profile' }).waitFor();
    expect(page.url()).toBe(`${server.url}/main/mine?x=1`);
    const second = await page.context().newPage();
    await second.goto('/main/mine');
    await second.getByRole('region', { name: 'Profile' }).waitFor();
  });

  it('redirect from the root and from groups to a page', async () => {
    const page = await openPage(server);
    await signIn(page, server);
    for (const [from, to] of [
      ['/', '/main/start'],
      ['/main', '/main/start'],
      ['/main/appliance', '/main/appliance/customer'],
      ['/main/ems/events', '/main/ems/events/record'],
      ['/main/ems/map/monitor', '/main/ems/map/monitor/dashboard'],
      ['/login', '/main/start'],
    ] as const) {
      await page.goto(from);
      await page.waitForURL(`**${to}`);
    }
  });

  it('that do not exist are reported inside the shell, with a link back', async () => {
    const page = await openPage(server);
    await signIn(page, server, undefined, '/main/nowhere');
    await page.getByText('No page at /main/nowhere').waitFor();
    await expect.poll(() => page.title()).toBe('Page not found · Wattdeck');
    await page.getByRole('button', { name: 'Go to the start page' }).click();
    await page.waitForURL('**/main/start');
  });

  it('without permission are reported, hidden in the menu, and never the landing page', async () => {
    const page = await openPage(server);
    await signInAs(page, 'operator');
    await page.waitForURL((url) => url.pathname !== '/login' && url.pathname !== '/');
    expect(page.url()).not.toContain('/main/appliance/customer');
    await page.goto('/main/appliance/customer');
    await page.getByText('Your account can’t open “Customers”').waitFor();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('button', { name: 'Energy data' }).waitFor();
    expect(await menu.getByRole('button', { name: 'Enterprise' }).count()).toBe(0);
  });

  it('offer a working retry if their scripts fail to load', async () => {
    const page = await openPage(server, { allow: [/ERR_FAILED/, /dynamically imported/] });
    await signIn(page, server);
    let broken = true;
    await page.route(/assets\/Me-.*\.js/, (route) => (broken ? route.abort() : route.continue()));
    await page.getByRole('link', { name: 'Me', exact: true }).click();
    await page.getByText('The page could not be loaded').waitFor();
    broken = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('region', { name: 'Profile' }).waitFor();
  });
});

it('opens even if its files failed to load during input', async () => {
  const page = await openPage(server, { allow: [/ERR_FAILED/, /dynamically imported/] });
  const failed = new Set<string>();
  let broken = true;
  await page.route(/assets\/(?:Shell|shell|pack)-.*\.js/, (route) => {
    if (!broken) return route.continue();
    failed.add(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await page.goto('/login');
  await expect.poll(() => failed.size).toBe(3);
  broken = false;
  await page.locator('input[name=username]').fill(server.admin.username);
  await page.locator('input[name=password]').fill(server.admin.password);
  await page.locator('input[name=password]').press('Enter');
  await page.getByRole('link', { name: 'Me', exact: true }).waitFor();
});

describe('the shell', () => {
  it('moves focus into the page, announces it and keeps the input of the previous page', async () => {
    const page = await openPage(server);
    await signIn(page, server);
    await page.getByRole('link', { name: 'Me', exact: true }).click();
    await page.getByRole('region', { name: 'Profile' }).waitFor();
    await expect.poll(() => page.title()).toBe('Me · Wattdeck');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.getByText('Opened: Me').waitFor({ state: 'attached' });
    await page.locator('#name').fill('half typed');
    await page.getByRole('button', { name: 'Enterprise', exact: true }).click();
    await page.getByRole('link', { name: 'Customers' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Customers');
    await page.getByRole('link', { name: 'Me', exact: true }).click();
    expect(await page.locator('#name').inputValue()).toBe('half typed');
  });

  it('switches language and theme at once and stores them', async () => {
    const page = await openPage(server, { lang: 'zh' });
    await signInAs(page, 'sales');
    await page.getByRole('button', { name: 'Switch to English' }).click();
    await page.getByRole('button', { name: 'Enterprise', exact: true }).click();
    await page.getByRole('link', { name: 'Customers' }).waitFor();
    await page.getByText(`Tenant ${tenant}`).waitFor();
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'Customers' }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe('rgb(12, 14, 17)');
  });

  it('switches the tenant and reloads its data', async () => {
    const page = await openPage(server);
    await signInAs(page, 'sales', [tenant, other]);
    // Waits for pending requests of the list, which would arrive too late for the old tenant.
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: /^Tenant:/ }).click();
    await page.getByRole('menuitem', { name: `${other}` }).click();
    await page.getByRole('button', { name: new RegExp(`^Tenant: .*${other}`) }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: new RegExp(`^Tenant: .*${other}`) }).waitFor();
  });

  it('collapses a long menu, and stores the narrow sidebar and the open groups', async () => {
    const page = await openPage(server);
    await signIn(page, server);
    const heading = (name: string) => page.getByRole('button', { name, exact: true });
    expect(await heading('Enterprise').getAttribute('aria-expanded')).toBe('false');
    await heading('Enterprise').click();
    await heading('My desk').click();
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    expect(await heading('Enterprise').getAttribute('aria-expanded')).toBe('true');
    expect(await heading('My desk').getAttribute('aria-expanded')).toBe('false');
  });

  it('has work orders in the menu, pinned pages at the top, and recent pages', async () => {
    const page = await openPage(server);
    const { username } = await makePerson(server, [tenant], { role: 'administrator' });
    await signIn(page, server, { username, password: PASSWORD });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('button', { name: 'Energy sites', exact: true }).click();
    await menu.getByRole('link', { name: 'Work orders' }).click();
    await page.waitForURL('**/main/ems/workOrders');
    const saved = page.waitForResponse(/preference\/menu\.pins/);
    await menu.getByRole('link', { name: 'Work orders' }).hover();
    await menu.getByRole('button', { name: 'Pin Work orders' }).click();
    await saved;
    await menu.getByRole('link', { name: 'Stations', exact: true }).click();
    await page.waitForURL('**/main/ems/territory');
    await menu.getByRole('link', { name: 'Me', exact: true }).click();
    await menu.getByRole('list', { name: 'Recent' }).getByRole('link', { name: 'Stations' }).waitFor();
    const other = await openPage(server);
    await signIn(other, server, { username, password: PASSWORD });
    const pinned = other.getByRole('list', { name: 'Pinned' });
    expect(await pinned.getByRole('link').allTextContents()).toEqual(['Work orders']);
    await pinned.getByRole('button', { name: 'Unpin Work orders' }).click();
    await pinned.waitFor({ state: 'detached' });
  });

  it('shows one bar when the network is lost', async () => {
    const page = await openPage(server, { allow: [/ERR_/] });
    await signIn(page, server);
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
  });

  it('opens automatically once the server answers', async () => {
    const page = await openPage(server, { allow: [/503/] });
    await signIn(page, server);
    await page.route('**/getPrincipal', (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await page.getByRole('heading', { name: 'The server can’t be reached' }).waitFor();
    await page.unroute('**/getPrincipal');
    await page.locator('#main').waitFor();
  });

  it('is a bottom bar and a drawer on a phone, with nothing outside of the screen', async () => {
    const page = await openPage(server, { width: 390, height: 844 });
    await signIn(page, server);
    const bar = page.getByRole('navigation', { name: 'Bottom navigation' });
    await bar.getByRole('link', { name: 'Me', exact: true }).click();
    await page.getByRole('region', { name: 'Profile' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await bar.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Alarms', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Alarm records' }).click();
    await page.waitForURL('**/main/ems/map/warning/record');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});

describe('the own account', () => {
  it('saves the profile and shows the new name everywhere', async () => {
    const page = await openPage(server);
    await signInAs(page, 'sales');
    await page.goto('/main/mine');
    await page.locator('#name').fill('Ada <b>Lovelace</b>');
    await page.locator('#email').fill('ada@example.com');
    await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Account: Ada <b>Lovelace</b>' }).waitFor();
    await page.reload();
    await expect.poll(() => page.locator('#email').inputValue()).toBe('ada@example.com');
  });

  it('changes the password by its rules and requires a new login', async () => {
    const page = await openPage(server, { allow: [/status of 400/] });
    const username = await signInAs(page, 'sales');
    await page.goto('/main/mine');
    await page.getByRole('button', { name: 'Change password' }).click();
    const change = page.getByRole('button', { name: 'Change password' });
    await page.locator('#oldPassword').fill('not it');
    await page.locator('#newPassword').fill('short');
    await page.locator('#repeatPassword').fill('other');
    await change.click();
    await page.getByText('The password needs at least 8 characters').waitFor();
    await page.getByText('The two password inputs are inconsistent').waitFor();
    await page.locator('#newPassword').fill('longer password');
    await page.locator('#repeatPassword').fill('longer password');
    await change.click();
    await page.getByText('The current password is wrong').waitFor();
    // The live stream ends with the session, here even before the answer.
    const isStream = (request: Request) => request.url().includes('/main/live');
    const shown = Promise.race([
      page.waitForEvent('requestfailed', isStream),
      page.waitForEvent('requestfinished', isStream),
    ]);
    await page.route('**/changePassword', async (route) => {
      const response = await route.fetch();
      await shown;
      await route.fulfill({ response });
    });
    await page.locator('#oldPassword').fill(PASSWORD);
    await change.click();
    await page.getByText('Modified successfully, please log in again').waitFor();
    await page.waitForURL('**/login');
    await fillLogin(page, username, 'longer password');
    await page.locator('#main').waitFor();
  });
});

it('closes the change of password with Back and with Close', async () => {
  const page = await openPage(server);
  await signIn(page, server);
  for (const name of ['Back', 'Close']) {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    await page.locator('#oldPassword').waitFor();
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
  }
});

it('keeps the tools of the header in one line beside long breadcrumbs and a station', async () => {
  const { username } = await makePerson(server, [tenant], { role: 'administrator' });
  await makeSite(await login(server, username, PASSWORD), 'HEADER');
  const page = await openPage(server, { lang: 'en', width: 1280 });
  const path = '/main/ems/map/configuration/meterInfo/variables?station=HEADER';
  await signIn(page, server, { username, password: PASSWORD }, path);
  await page.getByRole('banner').getByRole('combobox').waitFor();
  const tool = page.getByRole('banner').locator('button[lang=zh-CN]');
  const lines = tool.locator('span').evaluate((word) => {
    const text = document.createRange();
    text.selectNodeContents(word);
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(await lines).toBe(1);
});

describe.each(['default', 'dark'] as const)('accessibility in the theme %s', (theme) => {
  it.each(['/login', '/main/mine', '/main/mine#password', '/main/nowhere'])(
    'of %s has no violation',
    async (path) => {
      const page = await openPage(server, { theme });
      if (path === '/login') await page.goto(path);
      else await signIn(page, server, undefined, path);
      await page.locator('h1').first().waitFor();
      await page.evaluate(AxeSource.source);
      const violations = await page.evaluate(async () => {
        const axe = Reflect.get(window, 'axe') as typeof import('axe-core');
        const { violations: found } = await axe.run();
        return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
      });
      expect(violations).toEqual([]);
    },
  );
});
