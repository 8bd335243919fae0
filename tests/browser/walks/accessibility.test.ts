/** axe-core on the screens that people spend their day on, in both themes: nothing serious, nothing critical. */
import AxeSource from 'axe-core';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordLinks } from '../../support/browser/listPage.ts';
import { DESK, launchBrowser, openTab, PHONE, signInTab, type Tab } from '../../support/browser/tab.ts';
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

/**
 * Returns the violations that axe finds serious or critical: the rule, and the elements that break it with what is
 * wrong there. A theme is colours alone: the other one is asked for their contrast only.
 */
async function violations(page: Page, theme: 'default' | 'dark'): Promise<string[]> {
  await page.evaluate(`window.axe ?? ${AxeSource.source}`);
  return page.evaluate(
    async (rules) => {
      const axe = Reflect.get(globalThis, 'axe') as typeof import('axe-core');
      const only = rules ? { runOnly: rules } : {};
      const { violations: found } = await axe.run(document, { resultTypes: ['violations'], ...only });
      return found
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          // The button to tabs that have no room stands in their list: so the library draws it.
          nodes
            .filter(({ html }) => !(id === 'aria-required-children' && html.includes('ant-tabs-nav')))
            .map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} – ${failureSummary}`),
        );
    },
    theme === 'dark' && ['color-contrast'],
  );
}

const main = (tab: Tab) => tab.page.locator('main [data-page]').filter({ visible: true });
const button = (tab: Tab, name: string | RegExp) => main(tab).getByRole('button', { name });
const dialog = (tab: Tab) => tab.page.getByRole('dialog').filter({ visible: true });

/** Each screen follows from the one before it. */
const SCREENS: [name: string, open: (tab: Tab) => Promise<unknown>][] = [
  ['the customer list', (tab) => tab.visit(CUSTOMERS)],
  [
    'the form of a new customer',
    async (tab) => {
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
  ['a board', (tab) => tab.visit(BOARD)],
  ['a board that is edited', (tab) => button(tab, 'Edit board').click()],
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
  [
    'the alarm records',
    async (tab) => {
      await tab.page.reload();
      await tab.visit('/main/ems/map/warning/record');
    },
  ],
  ['the own profile', (tab) => tab.visit('/main/mine')],
];

describe.each(['default', 'dark'] as const)('with the theme %s', (theme) => {
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

  it('a list and a board on a phone have no serious violation', async () => {
    const tab = await openTab(browser, server.url, { theme, viewport: PHONE });
    await signInTab(tab);
    for (const path of [CUSTOMERS, BOARD]) {
      await tab.visit(path);
      expect(await violations(tab.page, theme)).toEqual([]);
    }
    await tab.context.close();
  });
});
