/** A first visitor gets their own language and their system's theme, before and after signing in. */
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fillLogin } from '../../support/browser/browser.ts';
import { launchBrowser } from '../../support/browser/tab.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { WAIT_MS } from '../../support/server/patience.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

const LIGHT_GROUND = 'rgb(255, 255, 255)';

let server: TestServer;
let browser: Browser;
let tenant: number;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  tenant = await makeTenant(server);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function visit(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, ...options });
  context.setDefaultTimeout(WAIT_MS);
  onTestFinished(() => context.close());
  return context.newPage();
}

const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme');
const person = () => makePerson(server, [tenant], { role: 'sales' });

describe('the first visit', () => {
  it('uses the language of the browser, and English if it is not supported', async () => {
    const chinese = await visit({ locale: 'zh-HK' });
    await chinese.goto('/login');
    // The button names the other language in that language.
    await chinese.getByRole('button', { name: 'Switch to English' }).waitFor();
    expect(await chinese.locator('html').getAttribute('lang')).toBe('zh-CN');
    const german = await visit({ locale: 'de-DE' });
    await german.goto('/login');
    await german.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await german.locator('html').getAttribute('lang')).toBe('en-GB');
  });

  it('is dark if the system is, before anything is drawn, and follows changes', async () => {
    const page = await visit({ locale: 'en-GB', colorScheme: 'dark' });
    // No other script is loaded, so only the first script can have set the theme.
    await page.route(/assets\/.*\.js/, (route) => route.abort());
    await page.goto('/login', { waitUntil: 'domcontentloaded' });
    expect(await themeOf(page)).toBe('dark');
    await page.unroute(/assets\/.*\.js/);
    await page.reload();
    await page.getByRole('button', { name: 'Switch to the light theme' }).waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'Switch to the dark theme' }).waitFor();
    await expect.poll(() => themeOf(page)).toBe('default');
  });

  it('remains so after signing in, and on the next day', async () => {
    const { username } = await person();
    const page = await visit({ locale: 'en-GB', colorScheme: 'dark' });
    await page.goto('/');
    await fillLogin(page, username, PASSWORD);
    const frame = page.getByRole('button', { name: 'Switch to the light theme' });
    await frame.waitFor();
    await page.getByRole('link', { name: 'Me', exact: true }).waitFor();
    await page.reload();
    await frame.waitFor();
    expect(await themeOf(page)).toBe('dark');
  });

  it('ends with a choice, which the account applies on other devices; "system" is also a choice', async () => {
    const { username } = await person();
    const page = await visit({ locale: 'en-GB', colorScheme: 'dark' });
    await page.goto('/main/mine');
    await fillLogin(page, username, PASSWORD);
    const theme = page.getByRole('radiogroup', { name: 'Theme' });
    const saved = page.waitForResponse(/updateInfoData/);
    await theme.getByText('Light').click();
    await saved;
    await page.getByRole('button', { name: 'Switch to the dark theme' }).waitFor();

    const other = await visit({ locale: 'en-GB', colorScheme: 'dark' });
    await other.goto('/main/mine');
    await fillLogin(other, username, PASSWORD);
    await expect.poll(() => themeOf(other)).toBe('default');
    const again = other.waitForResponse(/updateInfoData/);
    await other.getByRole('radiogroup', { name: 'Theme' }).getByText('Same as the system').click();
    await again;
    await expect.poll(() => themeOf(other)).toBe('dark');

    await page.reload();
    await expect.poll(() => themeOf(page)).toBe('dark');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(LIGHT_GROUND);
  });
});
