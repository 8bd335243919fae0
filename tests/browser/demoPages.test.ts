/** Somebody who tries the demo finds something on every page: what is empty teaches nothing. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pages } from '../../generated/pages.ts';
import { enStart } from '../../runtime/kit/i18n/en.start.ts';
import { zhStart } from '../../runtime/kit/i18n/zh.start.ts';
import { login, startServer, type TestServer } from '../support/server.ts';
import { DESK, launchBrowser, openTab, PHONE, signInTab } from '../support/tab.ts';

/** These fill while one works: in a demo that was just made nothing was deleted, refused, imported or told to anybody. */
const FILLS_WITH_USE = new Set([
  ...['RecycleBin', 'TelemetryImport', 'TelemetryRefusalList', 'SiteWarningLog'],
  // The chosen station may have had no alarm yet.
  'SiteWarningRecord',
]);
/** The rules judge the past of the first station before they have raised something. */
const FIRST_ALARM_MS = 150_000;

const LOADING = { zh: zhStart['common.loading'], en: enStart['common.loading'] };
/** Matches the words of a page that has nothing to show, in English. */
const EMPTY = /^(no|nothing)\b/i;

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ demo: true, env: { WATTDECK_DEMO: 'en' } }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('no page of the demo is empty for its administrator', { timeout: 2 * FIRST_ALARM_MS }, async () => {
  const admin = await login(server);
  await admin.call('updateInfoData', { body: { lang: 'en', theme: 'default' } });
  const count = async () => (await admin.call('alarmSummarys', { body: {} })).total;
  await expect.poll(count, { timeout: FIRST_ALARM_MS }).toBeGreaterThan(0);
  const tab = await openTab(browser, server.url, { lang: 'en' });
  await signInTab(tab);
  const shown = pages.filter(
    ({ name, kind, route }) =>
      !['redirect', 'tabs', 'link'].includes(kind) && !route.includes(':') && !FILLS_WITH_USE.has(name),
  );
  const empty: string[] = [];
  for (const { name, route } of shown) {
    await tab.visit(route);
    const headings = await tab.page
      .locator(`[data-page=${name}]`)
      .getByRole('heading', { level: 2 })
      .allInnerTexts();
    for (const heading of headings) if (EMPTY.test(heading.trim())) empty.push(`${name}: ${heading}`);
  }
  expect(empty).toEqual([]);
});

/** The texts of widgets of which the upper or lower edge is cut off; runs in the page. An ellipsis is no cut. */
function textsCut(): string[] {
  const cut: string[] = [];
  for (const element of document.querySelectorAll('[data-widget] *')) {
    if (![...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()))
      continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    // A text for screen readers alone is a pixel large.
    if (!element.checkVisibility() || element.getBoundingClientRect().height <= 1) continue;
    for (
      let box: Element | null = element;
      box && !box.hasAttribute('data-widget');
      box = box.parentElement
    ) {
      const { overflowY } = getComputedStyle(box);
      if (overflowY === 'auto' || overflowY === 'scroll') break;
      const room = box.getBoundingClientRect();
      if (overflowY !== 'visible' && (text.bottom > room.bottom + 2 || text.top < room.top - 2))
        cut.push(`${box.className}: ${element.textContent.trim()}`);
    }
  }
  return cut;
}

it.each([
  { lang: 'en', viewport: DESK },
  { lang: 'zh', viewport: PHONE },
] as const)('no card of a board hides text: $lang, $viewport.width px', async ({ lang, viewport }) => {
  const admin = await login(server);
  await admin.call('updateInfoData', { body: { lang, theme: 'default' } });
  const { records } = await admin.call('stationPage');
  const tab = await openTab(browser, server.url, { lang, viewport });
  await signInTab(tab);
  const hidden: string[] = [];
  for (const { sn } of records) {
    await tab.visit(`/main/ems/map/monitor/dashboard?station=${sn}`);
    const last = tab.page.locator('[data-widget]').last();
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => tab.page.getByRole('status', { name: LOADING[lang] }).count()).toBe(0);
    hidden.push(...(await tab.page.evaluate(textsCut)).map((text) => `${sn} ${text}`));
  }
  expect(hidden).toEqual([]);
});
