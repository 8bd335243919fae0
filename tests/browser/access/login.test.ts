import type { Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillLogin, openPage, signIn } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD, type Person } from '../../support/people/people.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

const REFUSED = [/status of 400/];

let server: TestServer;
let tenant: number;
beforeAll(async () => {
  server = await startServer();
  tenant = await makeTenant(server);
});
afterAll(() => server?.stop());

const person = (): Promise<Person> => makePerson(server, [tenant], { role: 'sales' });

describe('the login page', () => {
  it('is shown at every address without a session, and returns there afterwards', async () => {
    const page = await openPage(server);
    const { username } = await person();
    await page.goto('/main/mine#password');
    await page.waitForURL('**/login?from=*');
    await expect.poll(() => page.title()).toBe('Sign in · Wattdeck');
    await fillLogin(page, username, PASSWORD);
    await page.waitForURL('**/main/mine#password');
    expect(await page.locator('#oldPassword').evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
  });

  it('opens the start page by default, after signing in with Enter', async () => {
    const page = await openPage(server);
    const { username } = await person();
    await page.goto('/');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('username');
    await page.keyboard.type(username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/main/start');
  });

  it('shows missing values at the fields and focuses the first', async () => {
    const page = await openPage(server);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Enter your user name').waitFor();
    await page.getByText('Enter your password').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('username');
  });

  it('shows a wrong password at the field, and solves the proof of work automatically after three failures', async () => {
    const page = await openPage(server, { allow: REFUSED });
    const { username } = await person();
    await page.goto('/login');
    for (let attempt = 0; attempt < 4; attempt++) {
      const answered = page.waitForResponse(
        async (response) =>
          response.url().endsWith('/pclogin') && ((await response.json()) as { code: number }).code === 40010,
      );
      await fillLogin(page, username, 'wrong');
      await answered;
      await page.locator('button[type=submit][aria-busy=false]').waitFor();
      await page.locator('#password-note', { hasText: 'The user name or the password is wrong' }).waitFor();
    }
    expect(await page.locator('form input').count()).toBe(2);
    // Holds the request, so that the message during it is visible.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/manager/user/captcha*', async (route) => {
      await released;
      await route.continue();
    });
    await fillLogin(page, username, PASSWORD);
    await page.getByRole('status').filter({ hasText: 'Security check after several attempts' }).waitFor();
    release();
    await page.locator('#main').waitFor();
  });

  it('shows and hides the password', async () => {
    const page = await openPage(server);
    await page.goto('/login');
    await page.locator('#password').fill('secret');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await page.locator('#password').getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    expect(await page.locator('#password').getAttribute('type')).toBe('password');
  });

  it('warns when Caps Lock is on', async () => {
    const page = await openPage(server);
    await page.goto('/login');
    const password = page.locator('#password');
    await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
    await page.getByText('Caps Lock is on').waitFor();
    await password.dispatchEvent('keyup', { key: 'a', modifierCapsLock: false });
    await page.getByText('Caps Lock is on').waitFor({ state: 'detached' });
  });

  it('stores the chosen language and theme in the account', async () => {
    const page = await openPage(server, { lang: 'zh' });
    const { username } = await person();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Switch to English' }).click();
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
    await fillLogin(page, username, PASSWORD);
    await page.locator('#main').waitFor();
    const root = page.locator('html');
    expect(await root.getAttribute('lang')).toBe('en-GB');
    expect(await root.getAttribute('data-theme')).toBe('dark');

    const elsewhere = await openPage(server, { lang: 'zh' });
    await elsewhere.goto('/login');
    await fillLogin(elsewhere, username, PASSWORD);
    await elsewhere.locator('#main').waitFor();
    expect(await elsewhere.locator('html').getAttribute('lang')).toBe('en-GB');
    expect(await elsewhere.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  it('stores only the EMS- cookies, with the session inaccessible to scripts', async () => {
    const page = await openPage(server);
    const { username } = await person();
    await page.goto('/login');
    await fillLogin(page, username, PASSWORD);
    await page.locator('#main').waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.every(({ name }) => name.startsWith('EMS-'))).toBe(true);
    expect(cookies.find(({ name }) => name === 'EMS-session')?.httpOnly).toBe(true);
    expect(await page.evaluate(() => sessionStorage.getItem('EMS-userId'))).toMatch(/^\d+$/);
  });

  it('reports that the server is unreachable', async () => {
    const page = await openPage(server, { allow: [/ERR_/] });
    await page.goto('/login');
    await page.locator('#username').waitFor();
    await page.context().setOffline(true);
    await fillLogin(page, 'someone', 'something');
    await page.getByText('The server cannot be reached').waitFor();
  });
});

/** Ends the sessions of the account of the tests, as an administrator does. */
async function endSessions(): Promise<void> {
  await server.app.db.system(async (trx) => {
    await trx.updateTable('session').set({ revokedAt: new Date() }).execute();
  });
  const { id } = await server.app.db.system((trx) =>
    trx
      .selectFrom('userAccount')
      .select('id')
      .where('username', '=', server.admin.username)
      .executeTakeFirstOrThrow(),
  );
  await server.app.services.identity.changed(id);
}

/** Simulates that another window hides this one, or no longer does. */
const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    const state = value ? 'hidden' : 'visible';
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, hidden);

/** Returns the requests of a page that are neither answered nor cancelled. */
function trackRequests(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return underWay;
}

describe('the end of a session', () => {
  it('by the user opens the login page, as does every address from then on', async () => {
    const page = await openPage(server);
    await signIn(page, server);
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByText('Sign out').click();
    await page.waitForURL('**/login');
    await page.goto('/main/mine');
    await page.waitForURL('**/login?from=*');
  });

  it('by the server is reported and opens the login page, and returns after a new login', async () => {
    const page = await openPage(server);
    await signIn(page, server, undefined, '/main/mine');
    await page.locator('#name').waitFor();
    await page.getByRole('link', { name: 'Messages' }).waitFor();
    await page.context().clearCookies({ name: 'EMS-session' });
    await page.context().clearCookies({ name: 'EMS-token' });
    await page.locator('#name').fill('Somebody');
    await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Login timeout, please sign in again').waitFor();
    await page.waitForURL('**/login?from=%2Fmain%2Fmine');
    await fillLogin(page, server.admin.username, server.admin.password);
    await page.waitForURL('**/main/mine');
  });

  it('by an administrator is reported at once, and no more requests are sent', async () => {
    const page = await openPage(server);
    const underWay = trackRequests(page);
    const opened = page.waitForResponse((answer) => answer.url().includes('/main/live'));
    await signIn(page, server, undefined, '/main/mine');
    await page.locator('#name').waitFor();
    await opened;
    // Waits for pending requests. Otherwise one of them would find the ended session before the stream reports it.
    const listRequests = () =>
      [...underWay].map((request) => request.url()).filter((url) => !url.includes('/main/live'));
    await expect.poll(listRequests).toEqual([]);
    await endSessions();
    await page.getByText('Login timeout, please sign in again').waitFor();
    await page.waitForURL('**/login?from=%2Fmain%2Fmine');
  });

  it('in a background window is noticed without a refused request when the window is visible again', async () => {
    const page = await openPage(server);
    const underWay = trackRequests(page);
    const opened = page.waitForResponse((answer) => answer.url().includes('/main/live'));
    await signIn(page, server, undefined, '/main/appliance/customer');
    await page.getByText('No customer yet').waitFor();
    await opened;
    await setHidden(page, true);
    // The stream is closed, and all earlier requests are answered.
    await expect.poll(() => [...underWay].map((request) => request.url())).toEqual([]);
    await endSessions();
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(answer.url());
    });
    await setHidden(page, false);
    await page.getByText('Login timeout, please sign in again').waitFor();
    await page.waitForURL('**/login?from=*');
    expect(refused).toEqual([]);
  });

  it('also applies to other windows of the browser', async () => {
    const page = await openPage(server);
    await signIn(page, server);
    const second = await page.context().newPage();
    await second.goto('/main/mine');
    await second.getByRole('region', { name: 'Profile' }).waitFor();
    await second.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
  });
});
