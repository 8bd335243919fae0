/** Runs a real browser against a real server. Errors that the page writes to the console fail the test. */

import { rmSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { bareFolder } from '../server/folders.ts';
import { WAIT_MS } from '../server/patience.ts';
import { keepPorts, login, type TestServer } from '../server/server.ts';
import { chromiumLaunch } from './chromium.ts';
import { TEST_LANG } from './language.ts';
import { openSession } from './session.ts';
import { DESK } from './tab.ts';

type Server = Pick<TestServer, 'url' | 'admin'>;

export interface PageOptions {
  lang?: Lang;
  theme?: 'default' | 'dark';
  width?: number;
  height?: number;
  /** Enables the service worker, which opens the platform without network. */
  offline?: boolean;
  /** Console messages that this test provokes on purpose, such as /status of 400/. */
  allow?: readonly RegExp[];
}

let launched: Promise<Browser> | undefined;

const HINT = 'set WATTDECK_CHROMIUM to a Chromium, or run "npx playwright install chromium"';

async function start<T>(open: (options: LaunchOptions) => Promise<T>): Promise<T> {
  try {
    return await open(await chromiumLaunch());
  } catch (cause) {
    throw new Error(`There is no browser to test with: ${HINT}`, { cause });
  }
}

/** Collects errors and warnings of the console, and uncaught errors. */
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

/** The look with which each window was opened. After sign-in the account decides language and theme. */
const preferences = new WeakMap<Page, { lang: Lang; theme: 'default' | 'dark' }>();

const WINDOW = { viewport: DESK, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;

/**
 * Unused windows by address. Each has a folder with the scripts that the browser has compiled. It also has an open
 * page whose process has loaded these scripts. The next test therefore opens the platform with half the work.
 */
const idle = new Map<string, BrowserContext[]>();
keepPorts();

/** A page of the server without content and scripts. */
const NOTHING = '/healthz';

async function openWindow(baseURL: string): Promise<BrowserContext> {
  const { path } = await bareFolder();
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return start((options) => chromium.launchPersistentContext(path, { ...options, ...WINDOW, baseURL }));
}

/** Opens a new window for each test without network. A window caches files, and the test must observe their loading. */
async function openOffline(baseURL: string): Promise<BrowserContext> {
  launched ??= start((options) => chromium.launch(options));
  return (await launched).newContext({ ...WINDOW, baseURL, serviceWorkers: 'allow' });
}

/** Windows whose clock a test has set. The set clock applies to all later pages and frames of the window. */
const clocked = new WeakSet<BrowserContext>();

/** Lets the test set the time of the page. No other test reuses its window. */
export async function installClock(page: Page): Promise<void> {
  clocked.add(page.context());
  await page.clock.install();
}

const reuseWindow = async (url: string): Promise<BrowserContext> => idle.get(url)?.pop() ?? openWindow(url);

/** Events that tests listen to. The listeners of a reused page must be removed. */
const EVENTS = ['console', 'pageerror', 'dialog', 'request', 'requestfinished', 'requestfailed', 'response'];

async function returnWindow(url: string, window: BrowserContext): Promise<void> {
  const [page = await window.newPage(), ...others] = window.pages();
  for (const other of others) await other.close();
  for (const event of EVENTS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await window.setOffline(false);
  await page.goto(NOTHING);
  await window.clearCookies();
  idle.set(url, [...(idle.get(url) ?? []), window]);
}

/** Clears all stored data of an empty page. */
async function forget(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.send('Page.resetNavigationHistory');
  await session.detach();
  await page.evaluate(() => sessionStorage.clear());
  await page.mouse.move(0, 0);
}

/** Opens a page without stored data. Its console is checked, and the next test reuses its window. */
export async function openPage(server: Server, options: PageOptions = {}): Promise<Page> {
  const {
    lang = TEST_LANG,
    theme = 'default',
    width = DESK.width,
    height = DESK.height,
    offline = false,
    allow = [],
  } = options;
  const context = await (offline ? openOffline : reuseWindow)(server.url);
  context.setDefaultTimeout(WAIT_MS);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize({ width, height });
  await page.goto(NOTHING);
  await forget(page, server.url);
  await page.evaluate(
    ([language, name]) => {
      localStorage.setItem('EMS-lang', language);
      localStorage.setItem('EMS-theme', name);
    },
    [lang, theme] as const,
  );
  preferences.set(page, { lang, theme });
  const complaints = watch(page, allow);
  onTestFinished(async () => {
    await (offline || clocked.has(context) ? context.close() : returnWindow(server.url, context));
    expect(complaints, 'the console must be clean').toEqual([]);
  });
  return page;
}

/** Fills in the login form, by default for the administrator. */
export async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
}

/** Opens an address of the product signed in. The account gets the window's language and theme. */
export async function signIn(
  page: Page,
  server: Server,
  { username, password } = server.admin,
  path = '/',
): Promise<void> {
  const client = await login(server, username, password);
  await client.call('updateInfoData', { body: preferences.get(page) });
  await openSession(page.context(), server.url, client);
  await page.goto(path);
  await page.locator('#main').waitFor();
}
