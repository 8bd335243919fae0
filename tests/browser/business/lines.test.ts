/**
 * An order is entered with its lines, which can be pasted from a spreadsheet. Its page lists the records that
 * belong to it.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { applyOrders, asker, type Order } from '../../support/records/orderLines.ts';
import { login, startedFolder, startOn, type TestServer } from '../../support/server/server.ts';

const ADDRESS = '/main/operation/tradeOrder';

let folder: Awaited<ReturnType<typeof startedFolder>>;
let server: TestServer;
let request: ReturnType<typeof asker>;
beforeAll(async () => {
  folder = await startedFolder();
  server = await startOn(folder.path);
  const admin = await login(server);
  await applyOrders(admin);
  request = asker(admin);
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

const readOrder = async (number: string): Promise<Order> => {
  const { data } = await request<{ records: Order[] }>('GET', `/manager/tradeOrder/page?search=${number}`);
  return (await request('GET', `/manager/tradeOrder/${data.records[0]!.id}`)).data;
};

const lines = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('row')
    .filter({ has: page.getByRole('textbox') });

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((cells) => {
    const data = new DataTransfer();
    data.setData('text/plain', cells);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

describe('an order with lines', () => {
  it('is entered, pasted into, reordered, saved, viewed, and gets a payment on its page', async () => {
    const page = await openPage(server, { lang: 'en' });
    await signIn(page, server, server.admin, ADDRESS);
    await page.getByRole('button', { name: 'New Order' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Number' }).fill('SO-1');
    await dialog.getByRole('button', { name: 'Add Order line' }).click();
    await lines(page).first().getByRole('textbox', { name: 'Item' }).focus();
    await paste(page, 'Cable\t\t3\t10.10\nPlug\t\t2\t1.25\n');
    await expect.poll(() => lines(page).count()).toBe(2);
    // Enter moves to the next cell. It never saves an incomplete form.
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    await lines(page).first().getByRole('spinbutton', { name: 'Quantity' }).focus();
    expect(await focused()).toBe('3');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('10.10');
    expect(await dialog.getByRole('textbox', { name: 'Number' }).inputValue()).toBe('SO-1');
    await dialog.getByRole('button', { name: 'Move “Order line 2” up' }).click();
    await dialog.getByRole('button', { name: 'Duplicate “Order line 1”' }).click();
    await expect.poll(() => dialog.locator('tfoot').innerText()).toContain('35.30');
    await lines(page).first().getByRole('spinbutton', { name: 'Quantity' }).focus();
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    const order = await readOrder('SO-1');
    expect(order.lines.map(({ item, quantity, amount }) => [item, quantity, amount])).toEqual([
      ['Plug', 2, '2.50'],
      ['Plug', 2, '2.50'],
      ['Cable', 3, '30.30'],
    ]);
    await page.goto(`${server.url}${ADDRESS}/${order.id}`);
    await page.getByRole('main').getByText('Cable').waitFor();
    await page.getByRole('tab', { name: 'Payment' }).click();
    await page.getByRole('button', { name: 'New Payment' }).first().click();
    await dialog.getByRole('textbox', { name: 'Reference' }).fill('P-1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('P-1').first().waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Created').first().waitFor();
  });
});
