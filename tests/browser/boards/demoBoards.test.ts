/** A user of the demo can read everything on its boards. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start as enStart } from '../../../runtime/kit/i18n/en/start.ts';
import { start as zhStart } from '../../../runtime/kit/i18n/zh/start.ts';
import { hiddenTexts } from '../../support/browser/hiddenText.ts';
import { DESK, launchBrowser, openTab, PHONE, signInTab } from '../../support/browser/tab.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

const LOADING = { zh: zhStart['common.loading'], en: enStart['common.loading'] };

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ demo: true }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it.each([
  { lang: 'en', viewport: DESK },
  { lang: 'zh', viewport: PHONE },
] as const)('no card of a board hides text: $lang, $viewport.width px', async ({ lang, viewport }) => {
  const admin = await login(server);
  await admin.call('updateInfoData', { body: { lang, theme: 'default' } });
  const { records } = await admin.call('stationPage');
  // A mobile unit has only its own board.
  const { sn: stationSn } = records.find(({ kind }) => kind !== 'mobile')!;
  const boards = await admin.call('boardMine', { query: { stationSn: stationSn! } });
  const addresses = [
    ...records.map(({ sn }) => `station=${sn}`),
    ...boards.flatMap(({ boardId }) => (boardId ? [`station=${stationSn}&board=${boardId}`] : [])),
  ];
  const tab = await openTab(browser, server.url, { lang, viewport });
  await signInTab(tab);
  const hidden: string[] = [];
  for (const address of addresses) {
    await tab.visit(`/main/ems/map/monitor/dashboard?${address}`);
    const last = tab.page.locator('[data-widget]').last();
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => tab.page.getByRole('status', { name: LOADING[lang] }).count()).toBe(0);
    for (const card of await tab.page.locator('[data-widget]').all())
      hidden.push(...(await card.evaluate(hiddenTexts)).map((text) => `${address}: ${text}`));
  }
  expect(hidden).toEqual([]);
});

/**
 * Measures how far the text in the middle of a ring extends beyond the hole, as a share of the radius. Runs in the
 * page.
 */
function reachOfWords(ring: Element): number {
  const HOLE = 0.365;
  const picture = ring.getBoundingClientRect();
  const middle = { x: picture.x + picture.width / 2, y: picture.y + picture.height / 2 };
  const reaches = [...ring.nextElementSibling!.children].map((word) => {
    const { left, right, top, bottom } = word.getBoundingClientRect();
    const across = Math.max(middle.x - left, right - middle.x);
    return Math.hypot(across, Math.max(middle.y - top, bottom - middle.y));
  });
  return Math.max(...reaches) / (HOLE * picture.width);
}

it('a bill explains its rounding and is the sum of its periods, with its text inside the ring', async () => {
  const admin = await login(server);
  await admin.call('updateInfoData', { body: { lang: 'en', theme: 'default' } });
  const [first] = await admin.call('stationsByDept', {});
  const stationSn = first!.sn!;
  const boards = await admin.call('boardMine', { query: { stationSn } });
  const metering = boards.find(({ name }) => name === 'Metering')!;
  const tab = await openTab(browser, server.url, { lang: 'en' });
  await signInTab(tab);
  await tab.visit(`/main/ems/map/monitor/dashboard?station=${stationSn}&board=${metering.boardId}`);
  const bill = tab.page.locator('[data-widget=periods]');
  const note = bill.getByText('Bands are rounded to cents. The total is their sum.');
  await note.waitFor();
  const ring = bill.getByRole('img');
  for (const width of [DESK.width, 1100]) {
    await tab.page.setViewportSize({ ...DESK, width });
    const reach = () => ring.evaluate(reachOfWords);
    await expect.poll(reach).toBeLessThan(1);
  }
  /** A band without energy since the start of the month has no amount. */
  const cents = (text: string) => Math.round(Number(text.replace(/[^\d.-]|-(?!\d)/g, '')) * 100);
  const total = await ring.evaluate((one) => one.nextElementSibling!.lastElementChild!.textContent!);
  const bands = await bill.locator('tbody [data-column=figure3]').allInnerTexts();
  expect(bands.length).toBeGreaterThan(1);
  expect(bands.reduce((sum, band) => sum + cents(band), 0)).toBe(cents(total));
});

it('the start page shows the energy first, and first steps that are not done', async () => {
  const tab = await openTab(browser, server.url, { lang: 'en' });
  await signInTab(tab);
  await tab.visit('/main/start');
  const tour = tab.page.getByRole('region', { name: 'First steps' });
  await tour.getByText('0 of 9 done.').waitFor();
  const energy = tab.page.getByRole('region', { name: 'Current energy' });
  for (const figure of ['PV', 'Load', 'Profit today', 'Stations'])
    await energy.getByRole('term').filter({ hasText: figure }).waitFor();
  await tab.page.getByRole('region', { name: 'Map of stations' }).waitFor();
});
