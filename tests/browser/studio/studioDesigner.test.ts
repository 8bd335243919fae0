/** A user who cannot read code creates a kind of record in the studio, and uses it. */
import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { unfoldMenu } from '../../support/browser/menu.ts';
import { launchBrowser, openTab, signInTab, type Tab } from '../../support/browser/tab.ts';
import { tableFile } from '../../support/records/excel.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  server = await sharedServer();
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

/** The dialog lists the field kinds of the record first, and the ones of its lines below. */
async function add(kind: string, title: string, within: Tab['page'] | Locator = tab.page): Promise<void> {
  const palette = within.getByRole('list', { name: 'Field types' }).first();
  await button(kind, palette).click();
  await tab.page.getByRole('textbox', { name: 'English title' }).last().fill(title);
  await within.locator('article', { hasText: title }).first().waitFor();
}
const close = (title: string, within: Tab['page'] | Locator = tab.page) =>
  within.getByRole('button', { name: new RegExp(`^${title}`), expanded: true }).click();

async function choose(
  box: string | RegExp,
  value: string,
  within: Tab['page'] | Locator = tab.page,
): Promise<void> {
  await within.getByRole('combobox', { name: box, exact: true }).click();
  await tab.page.getByTitle(value, { exact: true }).last().click();
}
const state = (title: string) => tab.page.getByRole('article', { name: `State: ${title}`, exact: true });

it('creates a spare part order with lines, choices, an amount and a total', async () => {
  const { page } = tab;
  await tab.visit('/main/operation/studio');
  await button('New definition').click();
  const dialog = page.getByRole('dialog');
  // No error is shown before the first answer.
  const wrong = dialog.getByText('English title is required');
  await dialog.getByRole('textbox', { name: 'English title' }).waitFor();
  expect(await wrong.count()).toBe(0);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await wrong.first().waitFor();
  await dialog.getByRole('textbox', { name: 'English title' }).fill('Spare part order');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Spare part order' }).waitFor();

  await add('Reference', 'Station');
  await close('Station');
  await add('Date', 'Needed by');
  await close('Needed by');
  await add('Choice', 'Urgency');
  await page.getByRole('textbox', { name: 'Choices, one per line' }).fill('Normal\nUrgent');
  await page.getByRole('textbox', { name: 'Choices, one per line' }).press('End');
  await choose('Initial value', 'Normal');
  await close('Urgency');

  await button('Add section').click();
  await page.getByRole('textbox', { name: 'Name of the section' }).last().fill('Papers');
  await add('Long text', 'Note');
  await close('Note');
  await add('File', 'Offer');
  await close('Offer');

  await button('Add a rule').first().click();
  const rule = page.getByRole('article', { name: 'Rule 1' });
  await choose('Comparison', 'must not be before', rule);
  expect(await rule.getByRole('textbox', { name: 'Message in English' }).inputValue()).toBe(
    'Needed by must not be before today',
  );

  const lines = linesCard();
  await add('Number', 'Quantity', lines);
  await close('Quantity', lines);
  await add('Money', 'Price', lines);
  await close('Price', lines);
  await add('Formula', 'Amount', lines);
  await close('Amount', lines);
  await add('Total of the lines', 'Total');
  await close('Total');
  await page.getByText('No problems', { exact: true }).waitFor();

  // The preview beside the designer is a real form.
  await page.getByRole('group', { name: 'Urgency' }).or(page.getByLabel('Urgency')).first().waitFor();
  await page.getByRole('heading', { name: 'Papers' }).waitFor();
  expect(tab.complaints()).toEqual([]);
});

it('shows the next numbers, and orders fields by drag and by key', async () => {
  const { page } = tab;
  await page.getByRole('button', { name: /^Number Record number/, expanded: false }).click();
  const year = new Date().getFullYear();
  await page.getByText(`SPO-${year}-0001 · SPO-${year}-0002 · SPO-${year}-0003`).waitFor();
  await page.getByRole('button', { name: /^Number Record number/, expanded: true }).click();

  const titles = () => page.locator('[data-drag-scope]').first().locator('article b').allTextContents();
  const order = await titles();
  expect(order.slice(0, 3)).toEqual(['Number', 'Remark', 'Station']);
  await button('Move Remark').press('ArrowDown');
  await expect.poll(titles).toEqual([order[0], order[2], order[1], ...order.slice(3)]);
  await button('Undo the last step').click();
  await expect.poll(titles).toEqual(order);

  await button('Move Total').scrollIntoViewIfNeeded();
  const [from, to] = [await button('Move Total').boundingBox(), await button('Move Note').boundingBox()];
  await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2);
  await page.mouse.down();
  await page.mouse.move(to!.x + to!.width / 2, to!.y + 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await titles()).slice(-3)).toEqual(['Total', 'Note', 'Offer']);
  await page.getByText('No problems', { exact: true }).waitFor();
});

it('shows states as a graph and as a list, and adds buttons between them', async () => {
  const { page } = tab;
  await page.getByRole('tab', { name: 'States' }).click();
  await button('Add states').click();
  await state('Done').getByRole('textbox', { name: 'Name of the state' }).fill('Ordered');
  await state('Draft').getByRole('textbox', { name: 'Name of the button' }).fill('Order');
  await choose('Fields of “Order”', 'Needed by', state('Draft'));
  await page.keyboard.press('Escape');

  await button('Add state').click();
  await state('State 3').getByRole('textbox', { name: 'Name of the state' }).fill('Received');
  await choose('Add a button in Ordered', 'Received', state('Ordered'));
  await state('Ordered').getByRole('textbox', { name: 'Name of the button' }).fill('Receive');
  await state('Received').getByRole('checkbox', { name: 'Records cannot be edited' }).check();

  await button('Add state').click();
  await state('State 4').getByText('No button leads to “State 4”').waitFor();
  await state('State 4').getByRole('textbox', { name: 'Name of the state' }).fill('Canceled');
  const graph = page.getByRole('region', { name: 'State diagram' });
  await graph.getByText('Canceled').waitFor();
  await button('Add one in “Draft”', state('Canceled')).click();
  await state('Draft').getByRole('textbox', { name: 'Name of the button' }).last().fill('Cancel');
  await graph.getByText('Cancel', { exact: true }).waitFor();
  await page.getByText('No problems', { exact: true }).waitFor();
  expect(tab.complaints()).toEqual([]);
});

it('chooses columns, filters and other ways to show the list', async () => {
  const { page } = tab;
  await page.getByRole('tab', { name: 'List', exact: true }).click();
  const row = (title: string) => page.getByRole('group', { name: title, exact: true });
  await row('Updated').getByRole('checkbox', { name: 'Column' }).uncheck();
  await row('Urgency').getByRole('checkbox', { name: 'Filter' }).check();
  await row('Total').getByRole('checkbox', { name: 'Total' }).check();
  await button('Move State').press('ArrowUp');
  await choose('Sort by', 'Needed by');
  await button('Kanban board').click();
  await button('Calendar').click();
  await choose('Kanban board Grouped by', 'State');
  await page.getByText('No problems', { exact: true }).waitFor();
  await page.getByRole('columnheader', { name: 'Urgency' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Updated' }).count()).toBe(0);
});

it('applies it, and moves an order with two lines from draft to ordered', async () => {
  const { page } = tab;
  await button('Apply').click();
  await button('Apply', page.getByRole('dialog')).click();
  await page.getByText('This definition was changed here').waitFor();

  await button('Open “Spare part order”').click();
  await page.getByRole('button', { name: 'New spare part order' }).first().click();
  const dialog = page.getByRole('dialog');
  const addLine = dialog.getByRole('button', { name: 'Add Spare part order line' });
  const rows = dialog.getByRole('row').filter({ has: page.getByRole('textbox') });
  for (const [at, [item, quantity, price]] of [
    ['Filter', '2', '10.50'],
    ['Seal', '3', '1'],
  ].entries()) {
    await addLine.click();
    const row = rows.nth(at);
    await row.getByRole('textbox', { name: 'Item' }).fill(item!);
    await row.getByRole('spinbutton', { name: 'Quantity' }).fill(quantity!);
    await row.getByRole('textbox', { name: 'Price' }).fill(price!);
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const number = `SPO-${new Date().getFullYear()}-0001`;
  await page.getByText(number).first().click();
  await page.getByText('24.00').first().waitFor();
  await button('Order').first().click();
  const asked = page.getByRole('dialog').last();
  const neededBy = asked.getByRole('textbox', { name: 'Needed by' });
  await neededBy.fill('2020-12-24');
  await page.keyboard.press('Enter');
  await asked.getByText('Needed by must not be before today').waitFor();
  expect(tab.complaints()).toContainEqual(expect.stringMatching(/^answered 400: .+\/transition$/));
  await neededBy.fill('2099-12-24');
  await page.keyboard.press('Enter');
  await page.getByText('Ordered').first().waitFor();
});

it('shows it in a monthly report that is composed with pickers', async () => {
  const { page } = tab;
  await tab.visit('/main/operation/studio');
  await button('New definition').click();
  const dialog = page.getByRole('dialog');
  await choose('Type of definition', 'Report', dialog);
  await dialog.getByRole('textbox', { name: 'English title' }).fill('Spare parts by month');
  await dialog.getByRole('combobox', { name: 'Record type' }).fill('Spare part order');
  await page.getByTitle('Spare part order', { exact: true }).last().click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await button('Add a figure').click();
  await choose('Split by …', 'State');
  await page.getByText('No problems', { exact: true }).waitFor();
  const table = page.getByRole('table');
  await table.getByText('Ordered').first().waitFor();
  await table.getByText('24.00').first().waitFor();
  await page.getByTitle('Bars', { exact: true }).click();
  await button('Apply').click();
  await button('Apply', page.getByRole('dialog')).click();
  await page.getByText('This definition was changed here').waitFor();
});

it('gives the report a page of its own, with bars', async () => {
  const { page } = tab;
  await tab.visit('/main/operation/studio?definition=statistic/sparePartsByMonth');
  await button('Create a page for it').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'English title' }).fill('Spare parts');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('No problems', { exact: true }).waitFor();
  await button('Apply').click();
  await button('Apply', page.getByRole('dialog')).click();
  await page.getByText('This definition was changed here').waitFor();
  await unfoldMenu(page);
  await page.getByRole('link', { name: 'Spare parts', exact: true }).click();
  await page.getByRole('heading', { name: 'Spare parts' }).first().waitFor();
  await page.getByRole('table').getByText('Ordered').first().waitFor();
  expect(tab.complaints()).toEqual([]);
});

it('prints it as a document that is composed with pickers', async () => {
  const { page } = tab;
  await tab.visit('/main/operation/studio');
  await button('New definition').click();
  const dialog = page.getByRole('dialog');
  await choose('Type of definition', 'Document', dialog);
  await dialog.getByRole('textbox', { name: 'English title' }).fill('Order to the supplier');
  await dialog.getByRole('combobox', { name: 'Record type' }).fill('Spare part order');
  await page.getByTitle('Spare part order', { exact: true }).last().click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await choose('Add a section …', 'Table of lines');
  await choose('Add a section …', 'Signatures');
  await button('Move Signatures').press('ArrowUp');
  await page.getByText('No problems', { exact: true }).waitFor();
  await page.getByTitle(`SPO-${new Date().getFullYear()}-0001`, { exact: true }).waitFor();
  await page.getByRole('img', { name: /page 1/i }).waitFor();
  expect(tab.complaints()).toEqual([]);
});

it('asks for the new state of orders whose state is removed, and moves them', async () => {
  const { page } = tab;
  await tab.visit('/main/operation/studio?definition=entity/sparePartOrder');
  await page.getByRole('tab', { name: 'States' }).click();
  await button('Remove Ordered', state('Ordered')).click();
  await page.getByText('No problems', { exact: true }).waitFor();
  await button('Apply').click();
  const dialog = page.getByRole('dialog');
  const apply = button('Apply', dialog);
  await dialog.getByText('1 record has “Ordered” as State').waitFor();
  expect(await apply.isDisabled()).toBe(true);
  await choose(/has “Ordered”/, 'Received', dialog);
  await apply.click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('list', { name: 'Enterprise' })
    .getByRole('link', { name: 'Spare part order' })
    .click();
  await page.getByRole('row', { name: /SPO-.+Received/ }).waitFor();
  expect(tab.complaints()).toEqual([]);
});

it('asks for the new state of orders whose state belongs to a reverted change', async () => {
  const { page } = tab;
  await tab.visit('/main/operation/studio?definition=entity/sparePartOrder');
  await page.getByRole('tab', { name: 'States' }).click();
  await button('Add state').click();
  await state('State 4').getByRole('textbox', { name: 'Name of the state' }).fill('Checked');
  await choose('Add a button in Received', 'Checked', state('Received'));
  await state('Received').getByRole('textbox', { name: 'Name of the button' }).fill('Inspect');
  await page.getByText('No problems', { exact: true }).waitFor();
  await button('Apply').click();
  const dialog = page.getByRole('dialog');
  await button('Apply', dialog).click();
  await dialog.waitFor({ state: 'detached' });
  // The order is still open beside its list.
  await page
    .getByRole('list', { name: 'Enterprise' })
    .getByRole('link', { name: 'Spare part order' })
    .click();
  await button('Inspect').first().click();
  await page.getByText('Checked', { exact: true }).first().waitFor();

  await tab.visit('/main/operation/studio?definition=entity/sparePartOrder');
  await page.getByRole('tab', { name: 'History' }).click();
  await button('Undo').click();
  await button('Undo', dialog).click();
  await dialog.getByText('1 record has “Checked” as State').waitFor();
  const undo = button('Undo', dialog);
  expect(await undo.isDisabled()).toBe(true);
  await choose(/has “Checked”/, 'Canceled', dialog);
  await keepPicture(page, 'studio-undo');
  await undo.click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('list', { name: 'Enterprise' })
    .getByRole('link', { name: 'Spare part order' })
    .click();
  await page.getByRole('row', { name: /SPO-.+Canceled/ }).waitFor();
  expect(tab.complaints()).toContainEqual(expect.stringMatching(/^answered 409: .+\/studio\/undo$/));
});

it('creates a record type from an Excel sheet, whose rows are then imported', async () => {
  const { page } = tab;
  const rows = Array.from({ length: 6 }, (_, at) => [
    `Tool ${at + 1}`,
    { value: at + 1, style: 'integer' as const },
    { value: at + 0.5, style: 'money' as const },
    at % 2 ? 'Lent' : 'Here',
    '',
  ]);
  const buffer = await tableFile([['Tool', 'Count', 'Price', 'Where', 'Later'], ...rows]);
  const file = { name: 'tools.xlsx', mimeType: '', buffer };
  await tab.visit('/main/operation/studio');
  await button('New definition').click();
  const dialog = page.getByRole('dialog');
  await choose('Type of definition', 'Record from an Excel sheet', dialog);
  await dialog.getByRole('textbox', { name: 'English title' }).fill('Tool');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from('no workbook') });
  await dialog.getByText('The file cannot be read').waitFor();
  await dialog.locator('input[type=file]').setInputFiles(file);
  const kind = (title: string) => dialog.getByRole('listitem').filter({ hasText: title });
  for (const [title, type] of [
    ['Tool', 'Text'],
    ['Count', 'Whole number'],
    ['Price', 'Money'],
    ['Where', 'Choice'],
  ])
    await kind(title!).getByText(type!, { exact: true }).waitFor();
  expect(await dialog.getByRole('checkbox', { name: 'Use Later' }).isChecked()).toBe(false);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('No problems', { exact: true }).waitFor();
  await button('Apply').click();
  await button('Apply', page.getByRole('dialog')).click();
  await page.getByText('This definition was changed here').waitFor();

  await unfoldMenu(page);
  await page.getByRole('link', { name: 'Tool', exact: true }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog').getByRole('button', { name: 'Import 6 rows' }).click();
  await page.getByRole('dialog').getByText('The import is done.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('row', { name: /Tool 6.+5\.50.+Lent/ }).waitFor();
  expect(tab.complaints()).toEqual([]);
});
