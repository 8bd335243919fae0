/** The filters of a list take one row. The filter builder offers the fields that do not fit. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, names, openCustomers } from '../../support/browser/listPage.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const filters = (page: Page) => page.getByRole('group', { name: 'Filters' });

/** Returns the tops of all visible buttons of the bar, without duplicates. */
async function readRows(page: Page): Promise<number[]> {
  const buttons = await filters(page).getByRole('button').filter({ visible: true }).all();
  const tops = await Promise.all(buttons.map(async (button) => (await button.boundingBox())?.y));
  return [...new Set(tops.map((top) => Math.round(top ?? 0)))];
}

it.each([1440, 1024])('one row at a width of %i', async (width) => {
  const { page } = await openCustomers(server, 4, { width });
  await eventually(() => names(page).then((all) => all.length)).toBe(4);
  await filters(page).getByRole('button', { name: 'More filters' }).waitFor();
  expect(await readRows(page)).toHaveLength(1);
  const state = filters(page).getByRole('button', { name: 'State', exact: true });
  await state.waitFor();
  await filters(page).getByRole('button', { name: 'Oldest unpaid due date' }).waitFor({ state: 'hidden' });
  // A wider window shows more filters.
  const before = await filters(page).getByRole('button').filter({ visible: true }).count();
  await page.setViewportSize({ width: 1920, height: 900 });
  await expect
    .poll(() => filters(page).getByRole('button').filter({ visible: true }).count())
    .toBeGreaterThan(before);
});

it('a filter that narrows the list stays visible', async () => {
  const { page } = await openCustomers(server, 4, { width: 1920 });
  await filters(page).getByRole('button', { name: 'Source' }).click();
  await page.getByRole('checkbox', { name: /^Company resource/ }).check();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1024, height: 900 });
  await filters(page).getByRole('button', { name: 'Oldest unpaid due date' }).waitFor({ state: 'hidden' });
  await filters(page)
    .getByRole('button', { name: /^Source/ })
    .waitFor();
});
