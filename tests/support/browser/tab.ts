/** A window that stays open over many pages, and collects their errors until they are read. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright';
import { pages } from '../../../generated/pages.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { WAIT_MS } from '../server/patience.ts';
import { ADMIN, login } from '../server/server.ts';
import { chromiumLaunch } from './chromium.ts';
import { TEST_LANG } from './language.ts';
import { openSession } from './session.ts';

export type Theme = 'default' | 'dark';

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface Tab {
  /** Address of the server that the tab shows. */
  url: string;
  page: Page;
  context: BrowserContext;
  look: { lang: Lang; theme: Theme };
  /** Returns the complaints since the last call. */
  complaints(): string[];
  /** Resolves when no request is pending and no placeholder is shown. */
  settled(): Promise<void>;
  /** Follows an address as a link does, without loading the product again. */
  visit(path: string): Promise<void>;
}

export const launchBrowser = async (): Promise<Browser> => chromium.launch(await chromiumLaunch());

/** Live streams do not end. */
const ENDLESS = /\/main\/live\b/;
const QUIET_MS = 60;

/** Counts visible skeletons, spinners and busy regions. */
function busyCount(): number {
  const waiting = document.querySelectorAll(
    '.wd-skeleton, .ant-skeleton, .ant-spin-spinning, [aria-busy="true"]',
  );
  return [...waiting].filter((element) => element.checkVisibility()).length;
}

/**
 * Resolves when the page is idle. A slow page may be about to send a request. Chromium may report idleness only
 * between two frames, and draws no frames if nothing moves. This function therefore requests frames.
 */
const idle = (): Promise<void> =>
  new Promise((done) => {
    let isIdle = false;
    const requestFrame = () => {
      if (!isIdle) requestAnimationFrame(requestFrame);
    };
    requestFrame();
    requestIdleCallback(() => {
      isIdle = true;
      done();
    });
  });

export interface TabOptions {
  lang?: Lang;
  theme?: Theme;
  viewport?: typeof DESK;
}

export async function openTab(browser: Browser, url: string, options: TabOptions = {}): Promise<Tab> {
  const { lang = TEST_LANG, theme = 'default', viewport = DESK } = options;
  // Other tests cover the data that is stored for use without network.
  const kind = { viewport, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
  const context = await browser.newContext({ baseURL: url, ...kind });
  context.setDefaultTimeout(WAIT_MS);
  await context.addInitScript(
    ([storedLang, storedTheme]) => {
      if (localStorage.getItem('EMS-lang')) return;
      localStorage.setItem('EMS-lang', storedLang);
      localStorage.setItem('EMS-theme', storedTheme);
    },
    [lang, theme] as const,
  );
  const page = await context.newPage();
  let messages: string[] = [];
  const open = new Set<Request>();
  let quietSince = Date.now();
  const ended = (request: Request) => {
    open.delete(request);
    quietSince = Date.now();
  };
  page.on('console', (message) => {
    if (message.text().startsWith('Service Worker registration blocked')) return;
    if (['error', 'warning'].includes(message.type())) messages.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => messages.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    // A reloaded page has left the requests of the previous one.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    if (!ENDLESS.test(request.url())) open.add(request);
  });
  page.on('requestfinished', (request) => {
    if (!ENDLESS.test(request.url())) ended(request);
  });
  page.on('requestfailed', (request) => {
    if (ENDLESS.test(request.url())) return;
    ended(request);
    const reason = request.failure()?.errorText ?? '';
    // A page aborts its requests when the user leaves it.
    if (reason !== 'net::ERR_ABORTED')
      messages.push(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) messages.push(`answered ${response.status()}: ${response.url()}`);
  });

  const tab: Tab = {
    url,
    page,
    context,
    look: { lang, theme },
    complaints() {
      const found = messages;
      messages = [];
      return found;
    },
    async settled() {
      for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(20)) {
        if (open.size > 0 || Date.now() - quietSince < QUIET_MS) continue;
        await page.evaluate(idle);
        if (open.size === 0 && (await page.evaluate(busyCount)) === 0) return;
      }
      const busy = await page.evaluate(busyCount);
      throw new Error(
        `${page.url()} does not come to rest: ${[...open].map((one) => one.url()).join(' ')} requests, ${busy} busy parts`,
      );
    },
    async visit(path) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      const name = pages.find(({ route }) => route === path.split('?')[0])?.name;
      if (name) await page.locator(`[data-page=${name}]`).waitFor();
      quietSince = Date.now();
      await tab.settled();
    },
  };
  return tab;
}

/** Opens the product signed in, and waits for the landing page. The account stores the tab's language and theme. */
export async function signInTab(
  tab: Tab,
  username = ADMIN.username,
  password = ADMIN.password,
): Promise<void> {
  const { url, page, context, look } = tab;
  const client = await login({ url }, username, password);
  await client.call('updateInfoData', { body: look });
  await openSession(context, url, client);
  await page.goto('/');
  await page.waitForURL(/\/main\//);
  await page.locator('[data-page]').first().waitFor();
  await tab.settled();
}
