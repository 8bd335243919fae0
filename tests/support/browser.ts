/** A real browser against a real server. What the page writes to the console as an error fails the test. */

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, expect, onTestFinished } from 'vitest';
import type { Lang } from '../../runtime/core/lang.ts';
import { chromiumLaunch } from './chromium.ts';
import { TEST_LANG } from './language.ts';
import { login, type TestServer } from './server.ts';
import { takeSession } from './session.ts';
import { DESK } from './tab.ts';

type Server = Pick<TestServer, 'url' | 'admin'>;

export interface PageOptions {
  lang?: Lang;
  theme?: 'default' | 'dark';
  width?: number;
  height?: number;
  /** The service worker works in it, which opens the platform without network. */
  offline?: boolean;
  /** Messages that this test provokes on purpose, such as /status of 400/. */
  allow?: readonly RegExp[];
}

let launched: Promise<Browser> | null = null;

function launch(): Promise<Browser> {
  launched ??= chromiumLaunch()
    .then((options) => chromium.launch(options))
    .catch((cause) => {
      const hint = 'set WATTDECK_CHROMIUM to a Chromium, or run "npx playwright install chromium"';
      throw new Error(`There is no browser to test with: ${hint}`, { cause });
    });
  return launched;
}

afterAll(async () => {
  const browser = await launched?.catch(() => null);
  await browser?.close();
  launched = null;
  idle.clear();
});

/** Errors and warnings of the console, and what nobody caught. */
function watch(page: Page, allow: readonly RegExp[]): string[] {
  const complaints: string[] = [];
  const note = (text: string) => {
    if (!allow.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.text().startsWith('Service Worker registration blocked')) return;
    if (message.type() === 'error' || message.type() === 'warning')
      note(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => note(String(error)));
  return complaints;
}

/** The look that each window was opened for; the account decides language and theme once somebody is signed in. */
const wanted = new WeakMap<Page, { lang: Lang; theme: 'default' | 'dark' }>();

/** Windows that tests are through with, by address: what has the programs in its cache opens in half of the time. */
const idle = new Map<string, BrowserContext[]>();

async function takeContext(url: string, offline: boolean): Promise<BrowserContext> {
  const browser = await launch();
  const kept = offline ? undefined : idle.get(url)?.pop();
  const serviceWorkers = offline ? 'allow' : 'block';
  return (
    kept ?? browser.newContext({ baseURL: url, viewport: DESK, reducedMotion: 'reduce', serviceWorkers })
  );
}

async function giveContext(url: string, context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close();
  await context.clearCookies();
  await context.setOffline(false);
  idle.set(url, [...(idle.get(url) ?? []), context]);
}

/** A new window with nothing remembered; closed, and its console judged, when the test is over. */
export async function openPage(server: Server, options: PageOptions = {}): Promise<Page> {
  const {
    lang = TEST_LANG,
    theme = 'default',
    width = DESK.width,
    height = DESK.height,
    offline = false,
    allow = [],
  } = options;
  const context = await takeContext(server.url, offline);
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'all' });
  await session.detach();
  await page.addInitScript(
    ([language, name]) => {
      // Only at first: what the test chooses later stays. A frame with the page of a file has no storage.
      if (origin === 'null' || localStorage.getItem('EMS-lang')) return;
      localStorage.setItem('EMS-lang', language);
      localStorage.setItem('EMS-theme', name);
    },
    [lang, theme] as const,
  );
  wanted.set(page, { lang, theme });
  const complaints = watch(page, allow);
  onTestFinished(async () => {
    await (offline ? context.close() : giveContext(server.url, context));
    expect(complaints, 'the console must be clean').toEqual([]);
  });
  return page;
}

/** Fills in the login form; the administrator when nobody is named. */
export async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
}

/** Opens the product signed in, at an address, with the window's language and theme kept in the account. */
export async function signIn(
  page: Page,
  server: Server,
  { username, password } = server.admin,
  path = '/',
): Promise<void> {
  const client = await login(server, username, password);
  await client.call('updateInfoData', { body: wanted.get(page) });
  await takeSession(page.context(), server.url, client);
  await page.goto(path);
  await page.locator('#main').waitFor();
}
