/** Somebody who reads no code makes a kind of record in the studio, and uses it. */
import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { launchBrowser, openTab, signInTab, type Tab } from '../support/tab.ts';

let server: TestServer;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  tab = await openTab(browser, server.url);
  await signInTab(tab);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const button = (name: string, within: Tab['page'] | Locator = tab.page) =>
  within.getByRole('button', { name, exact: true });
const linesCard = () => tab.page.getByRole('region', { name: /^Lines:/ });

/** The palette of the record comes first, that of its lines below. */
async function add(kind: string, title: string, within: Tab['page'] | Locator = tab.page): Promise<void> {
  const palette = within.getByRole('list', { name: 'Kinds of fields' }).first();
  await button(kind, palette).click();
  await tab.page.getByRole('textbox', { name: 'English title' }).last().fill(title);
  await within.locator('article', { hasText: title }).first().waitFor();
}
const close = (title: string, within: Tab['page'] | Locator = tab.page) =>
  within.getByRole('button', { name: new RegExp(`^${title}`), expanded: true }).click();

it('makes a spare part order with lines, choices, an amount and a total', async () => {
  const { page } = tab;
  await tab.visit('/main/operation/studio');
  await button('New definition').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Give it a title').first().waitFor();
  await dialog.getByRole('textbox', { name: 'English title' }).fill('Spare part order');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Spare part order' }).waitFor();

  await add('One of our …', 'Station');
  await close('Station');
  await add('Date', 'Needed by');
  await close('Needed by');
  await add('Choice', 'Urgency');
  await page.getByRole('textbox', { name: 'Choices, one a line' }).fill('正常 | Normal\n紧急 | Urgent');
  await page.getByRole('textbox', { name: 'Choices, one a line' }).press('End');
  await close('Urgency');

  const lines = linesCard();
  await add('Number', 'Quantity', lines);
  await close('Quantity', lines);
  await add('Money', 'Price', lines);
  await close('Price', lines);
  await add('Formula', 'Amount', lines);
  await close('Amount', lines);
  await add('Total of the lines', 'Total');
  await close('Total');
  await page.getByText('No problems').waitFor();

  // The form beside it is the real one.
  await page.getByRole('group', { name: 'Urgency' }).or(page.getByLabel('Urgency')).first().waitFor();
  expect(tab.complaints()).toEqual([]);
});

it('shows the next numbers, and puts fields in order by drag and by key', async () => {
  const { page } = tab;
  await page.getByRole('button', { name: /^Number of its own/, expanded: false }).click();
  const year = new Date().getFullYear();
  await page.getByText(`SPO-${year}-0001 · SPO-${year}-0002 · SPO-${year}-0003`).waitFor();
  await page.getByRole('button', { name: /^Number of its own/, expanded: true }).click();

  const titles = () => page.locator('[data-drag-scope]').first().locator('article b').allTextContents();
  const order = await titles();
  expect(order.slice(0, 3)).toEqual(['Number of its own', 'Remark', 'Station']);
  await button('Move Remark').press('ArrowDown');
  await expect.poll(titles).toEqual([order[0], order[2], order[1], ...order.slice(3)]);
  await button('Undo the last step').click();
  await expect.poll(titles).toEqual(order);

  const [from, to] = [await button('Move Total').boundingBox(), await button('Move Remark').boundingBox()];
  await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2);
  await page.mouse.down();
  await page.mouse.move(to!.x + to!.width / 2, to!.y + 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await titles())[1]).toBe('Total');
  await page.getByText('No problems').waitFor();
});
