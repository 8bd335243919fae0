/** An order with lines on screen shows every column, and its amounts in its currency. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import type { Client } from '../../support/calls/client.ts';
import { salesOrder } from '../../support/records/salesOrder.ts';
import { ADMIN, login, startServer, type TestServer } from '../../support/server/server.ts';

const LIST = '/main/operation/tradeDeal';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  await admin.call('studioApply', { body: { kind: 'entity', document: salesOrder(), base: 0 } });
  for (const [name, currency, price] of [
    ['First', 'EUR', '0.10'],
    ['Second', 'EUR', '0.20'],
    ['Third', 'CNY', '5.00'],
  ])
    await admin.fetch('/manager/tradeDeal', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.tokens().main}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, currency, lines: [{ price, count: 1 }] }),
    });
});
afterAll(() => server?.stop());

/** Returns the elements of the page that are cut off at the right of their container. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const container = document.querySelector('tr[data-entry]')?.closest('table')?.parentElement;
    const edge = Math.min(container?.getBoundingClientRect().right ?? 0, innerWidth);
    const parts = [...(container?.querySelectorAll('td, button, input') ?? [])];
    return parts
      .filter((part) => part.getBoundingClientRect().right > edge + 1)
      .map(({ outerHTML }) => outerHTML);
  });

async function openForm(options: Parameters<typeof openPage>[1]) {
  const page = await openPage(server, options);
  await signIn(page, server, ADMIN, LIST);
  await page
    .getByRole('button', { name: /^(新建销售订单|New sales order)$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[data-add]').click();
  await dialog.locator('tr[data-entry]').waitFor();
  return { page, dialog };
}

describe('an order with lines', () => {
  it.each([
    { lang: 'en', theme: 'default', width: 1440 },
    { lang: 'zh', theme: 'dark', width: 1440 },
    { lang: 'zh', theme: 'default', width: 390 },
    { lang: 'en', theme: 'dark', width: 390 },
  ] as const)('has every column and button of a line in sight (%o)', async (options) => {
    const { page, dialog } = await openForm({ ...options, height: 900 });
    expect(await cutOff(page)).toEqual([]);
    await expect
      .poll(() => dialog.locator('tr[data-entry]').getByRole('button').last().isVisible())
      .toBe(true);
    await keepPicture(page, `amounts-${options.lang}-${options.width}`);
  });

  it('computes its amounts during input, in its currency, and explains amounts that it cannot compute', async () => {
    const { dialog, page } = await openForm({ width: 1440, height: 900 });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed');
    await dialog.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByTitle('Euro').last().click();
    const row = dialog.locator('tr[data-entry]');
    await row.getByRole('textbox', { name: 'Price' }).fill('99.99');
    await row.getByRole('spinbutton', { name: 'Count', exact: true }).fill('3');
    await row.getByText('299.97', { exact: true }).waitFor();
    await dialog.getByText('Amount (Euro)', { exact: true }).waitFor();
    await dialog.getByRole('spinbutton', { name: 'People' }).fill('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Per person cannot be calculated: division by zero').first().waitFor();
  });

  it('is listed with the sum of each currency', async () => {
    const page = await openPage(server, { width: 1440 });
    await signIn(page, server, ADMIN, LIST);
    await page.getByText('Euro 0.20').waitFor();
    const sums = page.locator('tfoot');
    await expect.poll(() => sums.locator('td span').allInnerTexts()).toEqual(['Renminbi 5.00', 'Euro 0.30']);
  });
});
