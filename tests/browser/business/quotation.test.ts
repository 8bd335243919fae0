/**
 * S5: a seller pastes the lines of a quote from a spreadsheet. The head of the department sees the margin and
 * approves the quote. The exported Excel file has the same figures.
 */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { pasteCells, saveForm, serveDesk } from '../../support/browser/desk.ts';
import { offer } from '../../support/browser/options.ts';
import { tableCells } from '../../support/records/excel.ts';
import { LINES } from '../../support/records/quotes.ts';

const { seller, head } = serveDesk();
const QUOTES = '/main/appliance/sales/quotes';

beforeAll(async () => {
  await seller.call('intoCustomer', { body: { name: 'Chenghu Electronics' } });
});

const rows = (form: Locator) => form.locator('[data-entry]').filter({ visible: true });
const cell = (form: Locator, at: number, name: string) =>
  rows(form)
    .nth(at)
    .getByRole(['Quantity', 'Discount', 'Tax rate'].includes(name) ? 'spinbutton' : 'textbox', {
      name,
      exact: true,
    });

async function startQuote(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'New Quote' }).first().click();
  const form = page.getByRole('dialog').last();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await form.getByRole('combobox', { name: 'Customer' }).fill('Chenghu');
  await offer(page, 'Chenghu Electronics').click();
  await form.locator('[data-add]').first().click();
  return form;
}

it('has a total of 617,315.12, or 611,693.04 with the discount, and goes to the head above 500,000.00', async () => {
  const page = await seller.open(QUOTES);
  const form = await startQuote(page, 'Storage');
  await cell(form, 0, 'Item').focus();
  const cells = LINES.map(({ item, unit, quantity, price, discount = 0, taxRate }) =>
    [item, '', unit, quantity, price, discount, '', taxRate].join('\t'),
  );
  await pasteCells(page, `${cells.join('\n')}\n`);
  await expect.poll(() => rows(form).count()).toBe(5);
  await form.getByText('617,315.12').first().waitFor();
  await form.getByRole('textbox', { name: 'Overall discount' }).fill('5000.00');
  await form.getByText('611,693.04').first().waitFor();
  await saveForm(form);
  const { records } = await seller.call('getQuoteList', { query: {} });
  const { id } = records[0]!;
  const { lines = [], version } = await head.call('getQuoteById', { query: { id } });
  const costs = lines.map((line, at) => ({ id: line.id, unitCost: LINES[at]!.unitCost }));
  await head.call('quoteUpdate', { body: { id, version, lines: costs } });

  await page.goto(`${QUOTES}/${id}`);
  await page.getByText('611,693.04').first().waitFor();
  await page.getByRole('button', { name: 'Submit for approval', exact: true }).click();
  await page.getByRole('list', { name: 'Progress of the approval' }).getByText('Head Ho').first().waitFor();
  // The quote is locked until the head decides.
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);

  const theirs = await head.open('/main/apply');
  await theirs
    .getByRole('button', { name: /Storage/ })
    .first()
    .waitFor();
  await theirs.goto(`${QUOTES}/${id}`);
  await theirs
    .getByText(/22\.20?\s?%/)
    .first()
    .waitFor();
  await theirs.getByRole('button', { name: 'Agree', exact: true }).click();
  const agree = theirs.getByRole('dialog', { name: /^Agree/ });
  await agree.getByRole('button', { name: 'Agree', exact: true }).click();
  await agree.waitFor({ state: 'detached' });

  // The seller's open page shows the change.
  await page.getByRole('main').getByText('Pending', { exact: true }).first().waitFor();
  await page.goto(QUOTES);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export: Quote' });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByText('was exported').waitFor();
  const loading = page.waitForEvent('download');
  await dialog
    .getByRole('button', { name: 'Download' })
    .or(dialog.getByRole('link', { name: 'Download' }))
    .click();
  const table = await tableCells(await readFile(await (await loading).path()));
  expect(table.flat().map(String)).toContain('611693.04');
});

it('shows an error in the cell of its line, and accepts a free line', async () => {
  const page = await seller.open(QUOTES);
  const form = await startQuote(page, 'Wrong');
  await cell(form, 0, 'Item').fill('Cabinet');
  await cell(form, 0, 'Price without tax').fill('100.00');
  await cell(form, 0, 'Tax rate').fill('13');
  for (const [name, wrong, right] of [
    ['Quantity', '0', '2'],
    ['Price without tax', '99999999999.00', '100.00'],
  ] as const) {
    const box = cell(form, 0, name);
    await box.fill(wrong);
    await box.press('Tab');
    await expect.poll(() => box.getAttribute('aria-invalid'), { message: name }).toBe('true');
    await box.fill(right);
    await box.press('Tab');
    await expect.poll(() => box.getAttribute('aria-invalid'), { message: name }).not.toBe('true');
  }
  // A number is limited to its range. With 100 % discount the line is free.
  await cell(form, 0, 'Discount').fill('101');
  await cell(form, 0, 'Discount').press('Tab');
  await expect.poll(() => cell(form, 0, 'Discount').inputValue()).toMatch(/^100/);
  await rows(form).first().getByText('0.00').first().waitFor();
  await saveForm(form);
  await page.getByText('Wrong', { exact: true }).first().waitFor();
});

it('explains that it cannot be submitted without lines, and is approved again after it was returned', async () => {
  const { records } = await seller.call('getCustomerList', { query: {} });
  const customerId = records[0]!.id;
  const empty = await seller.call('saveQuote', { body: { name: 'Empty', customerId } });
  const page = await seller.open(`${QUOTES}/${empty.id}`);
  const submit = page.getByRole('button', { name: 'Submit for approval', exact: true });
  await page.getByText('Not possible yet: add lines first').waitFor();
  expect(await submit.isDisabled()).toBe(true);

  const lines = [{ item: 'Cabinet', price: '600000.00', taxRate: 0 }];
  const { id } = await seller.call('saveQuote', { body: { name: 'Sent back', customerId, lines } });
  await page.goto(`${QUOTES}/${id}`);
  await submit.click();
  const progress = page.getByRole('list', { name: 'Progress of the approval' });
  await progress.getByText('Head Ho').first().waitFor();
  const theirs = await head.open(`${QUOTES}/${id}`);
  await theirs.getByRole('button', { name: 'Reject', exact: true }).click();
  const why = theirs.getByRole('dialog', { name: /^Reject/ });
  await why.getByLabel('Why it is rejected').fill('The margin is too low');
  await why.getByRole('button', { name: 'Reject', exact: true }).click();
  await why.waitFor({ state: 'detached' });
  await page.getByText('The margin is too low').first().waitFor();
  await page.getByRole('main').getByText('Saved', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Submit again' }).click();
  await progress.getByText('Waiting for').first().waitFor();
});
