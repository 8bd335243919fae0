/** Whoever tries the demo can read every word of its boards. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hiddenTexts } from '../support/hiddenText.ts';
import { demoStations } from '../support/inside.ts';
import { keepPicture } from '../support/keepPicture.ts';
import { login, startServer, type TestServer } from '../support/server.ts';
import { DESK, launchBrowser, openTab, PHONE, signInTab } from '../support/tab.ts';

const stationSn = demoStations[0]!.site.sn;
const BOARD = '/main/ems/map/monitor/dashboard';

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

describe('no card of a board cuts its texts', () => {
  it.each([
    { lang: 'zh', viewport: DESK },
    { lang: 'en', viewport: PHONE },
  ] as const)('in $lang at $viewport.width pixels', { timeout: 120_000 }, async ({ lang, viewport }) => {
    const admin = await login(server);
    await admin.call('updateInfoData', { body: { lang, theme: 'default' } });
    const boards = await admin.call('boardMine', { query: { stationSn } });
    const tab = await openTab(browser, server.url, { lang, viewport });
    await signInTab(tab);
    const hidden: string[] = [];
    for (const { boardId, name } of boards) {
      await tab.visit(`${BOARD}?station=${stationSn}&board=${boardId}`);
      await tab.settled();
      await keepPicture(tab.page, `demo-${name}-${lang}-${viewport.width}`);
      for (const card of await tab.page.locator('[data-widget]').all()) {
        await card.scrollIntoViewIfNeeded();
        await tab.settled();
        const id = await card.getAttribute('data-widget');
        for (const text of await card.evaluate(hiddenTexts)) hidden.push(`${name}, ${id}: ${text}`);
      }
    }
    expect(hidden).toEqual([]);
  });
});
