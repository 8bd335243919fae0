/**
 * Runs axe-core on dialogs, drawers and menus within pages, in both themes. It must find no serious or critical
 * violation. The walk over all pages checks the pages themselves.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../../support/browser/axe.ts';
import { recordLinks } from '../../support/browser/listPage.ts';
import { DESK, launchBrowser, openTab, signInTab, type Tab, type Theme } from '../../support/browser/tab.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

const CUSTOMERS = '/main/appliance/customer';
const BOARD = '/main/ems/map/monitor/dashboard';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ demo: true }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** In the second theme, only the contrast is checked again. */
const violations = (page: Page, theme: Theme) => axeViolations(page, theme === 'dark' ? 'contrast' : 'all');

const main = (tab: Tab) => tab.page.locator('main [data-page]').filter({ visible: true });
const button = (tab: Tab, name: string | RegExp) => main(tab).getByRole('button', { name });
const dialog = (tab: Tab) => tab.page.getByRole('dialog').filter({ visible: true });

/** Each screen is opened from the previous one. */
const SCREENS: [name: string, open: (tab: Tab) => Promise<unknown>][] = [
  [
    'the form of a new customer',
    async (tab) => {
      await tab.visit(CUSTOMERS);
      await button(tab, 'New').first().click();
      await dialog(tab).locator('input').first().waitFor();
    },
  ],
  [
    'a record in its drawer',
    async (tab) => {
      await tab.page.keyboard.press('Escape');
      await dialog(tab).waitFor({ state: 'hidden' });
      await recordLinks(tab.page).first().click();
      await dialog(tab).locator('form').waitFor();
    },
  ],
  [
    'a board that is edited',
    async (tab) => {
      await tab.visit(BOARD);
      await button(tab, 'Edit board').click();
    },
  ],
  [
    'the configuration of a widget',
    async (tab) => {
      await button(tab, /^Configure/)
        .first()
        .click();
      await dialog(tab).locator('form input').first().waitFor();
    },
  ],
  [
    'the configuration of a chart',
    async (tab) => {
      await tab.page.keyboard.press('Escape');
      await dialog(tab).waitFor({ state: 'hidden' });
      await tab.page
        .locator('[data-type="trend"]')
        .first()
        .getByRole('button', { name: /^Configure/ })
        .click();
      await dialog(tab).locator('form input').first().waitFor();
    },
  ],
  [
    'the catalogue of widgets',
    async (tab) => {
      await tab.page.keyboard.press('Escape');
      await dialog(tab).waitFor({ state: 'hidden' });
      await button(tab, 'Add').first().click();
    },
  ],
];

describe.each<Theme>(['default', 'dark'])('with the theme %s', (theme) => {
  it('the login page has no serious violation', async () => {
    const tab = await openTab(browser, server.url, { theme });
    await tab.page.goto('/login');
    await tab.page.locator('input[name=password]').waitFor();
    await tab.settled();
    expect(await violations(tab.page, theme)).toEqual([]);
    await tab.context.close();
  });

  describe('at a desk', () => {
    let tab: Tab;
    beforeAll(async () => {
      tab = await openTab(browser, server.url, { theme, viewport: DESK });
      await signInTab(tab);
    });
    afterAll(() => tab?.context.close());

    it.each(SCREENS)('%s has no serious violation', async (_name, open) => {
      await open(tab);
      await tab.settled();
      expect(await violations(tab.page, theme)).toEqual([]);
    });
  });
});
