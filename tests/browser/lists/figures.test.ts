/** A figure is never cut off, because a reader would take its visible part for the whole figure. */
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { cutFigures } from '../../support/browser/cutFigures.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { recordLinks } from '../../support/browser/listPage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

const LIST = '/main/appliance/sales/orders';
const WIDTHS = [1440, 1024, 390];
const LARGEST = '9999999999.99';

let server: TestServer;
let person: { username: string; password: string };
beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { permissions: ['*'] });
  person = { username, password: PASSWORD };
  const boss = await login(server, username, PASSWORD);
  const { id: customerId } = await boss.call('intoCustomer', { body: { name: 'Harbour' } });
  for (const price of [LARGEST, '0.50', '21345.65'])
    await boss.call('saveOrder', {
      body: {
        ...{ name: `At ${price}`, customerId, currency: 'CNY' },
        lines: [{ item: 'Cabinet', price, quantity: 1, taxRate: 0 }],
        plan: [{ name: 'All', percent: 100, due: '2026-12-31' }],
      },
    });
});
afterAll(() => server?.stop());

/** Returns the figures that are cut off, once all animations have ended. */
async function cutOn(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  return page.locator('body').evaluate(cutFigures);
}

const scrollTo = (frame: Locator, left: number) =>
  frame.evaluate((one, to) => {
    one.scrollLeft = to;
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, left);

async function openList(width: number): Promise<Page> {
  const page = await openPage(server, { width, lang: 'en' });
  await signIn(page, server, person, LIST);
  await recordLinks(page).first().waitFor();
  return page;
}

describe.each(WIDTHS)('at %i px', (width) => {
  it('a list shows complete amounts at any scroll position', async () => {
    const page = await openList(width);
    await keepPicture(page, `figures-list-${width}`);
    expect(await cutOn(page)).toEqual([]);
    const table = page.getByRole('table').first();
    if ((await table.count()) === 0) return;
    for (const left of [37, 211, 480, 5_000]) {
      await scrollTo(table.locator('..'), left);
      expect(await cutOn(page), `scrolled by ${left}`).toEqual([]);
    }
  });

  it('a record and its lines show complete amounts', async () => {
    const page = await openList(width);
    // The newest record is listed first.
    await recordLinks(page).last().click();
    const drawer = page.getByRole('dialog').first();
    await drawer.getByText('9,999,999,999.99').first().waitFor();
    await keepPicture(page, `figures-record-${width}`);
    expect(await cutOn(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog').nth(1);
    await form.getByRole('tab', { name: 'Lines' }).click();
    const line = form.locator('tr[data-entry]').first();
    await line.waitFor();
    await keepPicture(page, `figures-form-${width}`);
    expect(await cutOn(page)).toEqual([]);
    // The amount is computed at once, in the currency of the order.
    await line.getByText('CNY 9,999,999,999.99').first().waitFor();
    expect(await line.getByText('RM').count()).toBe(0);
    // Computed amounts do not count as a change, so Escape closes the form without asking.
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
  });
});

it('a time chart shows complete days at any scroll position', async () => {
  const boss = await login(server, person.username, PASSWORD);
  const { station } = await makeSite(boss);
  const body = { name: 'Pump', stationSn: station.sn!, type: 'repair', priority: 'normal', check: 'none' };
  await boss.call('siteWorksheetCreate', { body: { ...body, dueTime: new Date().toISOString() } });
  const page = await openPage(server, { width: 1024, lang: 'en' });
  await signIn(page, server, person, '/main/operation/worksheet/arrange?as=timeline');
  const chart = page.getByRole('region', { name: 'Timeline' });
  await chart.getByText('15', { exact: true }).first().waitFor();
  // Scrolls over one whole day, whose number has two digits.
  for (let left = 1152; left < 1248; left += 8) {
    await scrollTo(chart, left);
    expect(await cutOn(page), `scrolled by ${left}`).toEqual([]);
  }
  // The name of the month stays beside the titles until its last day.
  const [frame, month] = [(await chart.boundingBox())!, chart.getByText(/^\w+ 20\d\d$/).first()];
  const { x } = (await month.boundingBox())!;
  expect(x - frame.x).toBeGreaterThan(0);
  expect(x - frame.x).toBeLessThan(300);
  await keepPicture(page, 'figures-days');
});

it('a currency of all rows is shown once, in the head', async () => {
  const page = await openList(1440);
  await page.getByRole('columnheader', { name: 'Amount (CNY)' }).waitFor();
  expect(await page.getByRole('cell', { name: /^CNY/ }).count()).toBe(0);
});

it('the first column uses two lines before it is cut off', async () => {
  const name = 'Battery cabinets and heat pumps';
  const boss = await login(server, person.username, PASSWORD);
  await boss.call('intoCustomer', { body: { name } });
  const page = await openPage(server, { width: 1440, lang: 'en' });
  await signIn(page, server, person, '/main/appliance/customer');
  const shown = recordLinks(page).filter({ hasText: name }).first();
  await shown.waitFor();
  const { lines, cut } = await shown.evaluate((one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    const tops = [...text.getClientRects()].map(({ top }) => Math.round(top));
    return { lines: new Set(tops).size, cut: one.scrollHeight > one.clientHeight + 1 };
  });
  expect([lines, cut]).toEqual([2, false]);
});
