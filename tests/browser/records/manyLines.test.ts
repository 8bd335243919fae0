/**
 * A form splits many lines into pages. An error opens the page of its line, and each change is saved in its
 * line.
 */
import type { Locator, Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { saveForm, serveDesk } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { later } from '../../support/records/tenders.ts';

const desk = serveDesk();
const { head } = desk;
const COUNT = 130;
let id: number;

beforeAll(async () => {
  const { id: customerId } = await head.call('intoCustomer', { body: { name: 'Large Works' } });
  const lines = Array.from({ length: COUNT }, (_, at) => ({
    ...{ item: `Item ${at + 1}`, quantity: 1, price: '1.00', taxRate: 0 },
  }));
  const times = { submitBy: later(72), openAt: later(96) };
  const body = { name: 'Large', issuer: 'Park', customerId, lines, ...times };
  id = (await head.call('tenderCreate', { body })).id;
});

const row = (form: Locator, number: number) => form.locator(`tr[data-entry="${number - 1}"]`);
const item = (form: Locator, number: number) =>
  row(form, number).getByRole('textbox', { name: 'Item', exact: true });
const turn = (form: Locator, page: string) =>
  form.getByRole('navigation', { name: 'Pages of the table' }).getByTitle(page, { exact: true }).click();
const isFocused = async (field: Locator) => (await field.and(field.page().locator(':focus')).count()) === 1;

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('tab', { name: /^Estimate/ }).click();
  await item(form, 1).waitFor();
  return form;
}

it('opens the page of an error, and focuses the field', async () => {
  const page = await head.open(`/main/operation/tender/info/${id}`);
  const form = await openForm(page);
  await form.getByText(`${COUNT} in total`).waitFor();
  await expect.poll(() => form.locator('tr[data-entry]').count()).toBe(50);
  await keepPicture(page, 'many-lines');
  await turn(form, '3');
  await item(form, 120).fill('');
  await turn(form, '1');
  await form.getByRole('tab').first().click();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => isFocused(item(form, 120))).toBe(true);
  await form.getByRole('tab', { name: /^Estimate.*1/, selected: true }).waitFor();
  await keepPicture(page, 'many-lines-error');
  // The same error is found again from another page.
  await turn(form, '1');
  await item(form, 1).waitFor();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => isFocused(item(form, 120))).toBe(true);
  await item(form, 120).fill('Corrected');
  await saveForm(form);
  const { lines } = await head.call('tenderGet', { path: { id } });
  expect(lines?.[119]?.item).toBe('Corrected');
});

it('adds, duplicates, moves, pastes and continues by keyboard across pages', async () => {
  const page = await head.open(`/main/operation/tender/info/${id}`);
  const form = await openForm(page);
  await row(form, 50).getByRole('textbox').last().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => isFocused(item(form, 51))).toBe(true);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => item(form, 50).inputValue()).toBe('Item 51');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => item(form, 51).inputValue()).toBe('Item 51');
  await row(form, 100)
    .getByRole('button', { name: /^Duplicate/ })
    .click();
  await expect.poll(() => isFocused(item(form, 101))).toBe(true);
  await item(form, 101).fill('Copy');
  await turn(form, '1');
  await form.getByRole('button', { name: 'Add Estimate line' }).click();
  await expect.poll(() => isFocused(item(form, COUNT + 2))).toBe(true);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Pasted\tLong\tset\t2\t3.00\t0\n');
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  });
  await expect.poll(() => item(form, COUNT + 2).inputValue()).toBe('Pasted');
  await saveForm(form);
  const { lines } = await head.call('tenderGet', { path: { id } });
  expect(lines).toHaveLength(COUNT + 2);
  expect([50, 51, 100, 101, COUNT + 2].map((number) => lines?.[number - 1]?.item)).toEqual([
    ...['Item 50', 'Item 51', 'Item 100', 'Copy', 'Pasted'],
  ]);
});

it('has its pages on a phone', async () => {
  const page = await head.open(`/main/operation/tender/info/${id}`, { width: 390 });
  const form = await openForm(page);
  const pages = form.getByRole('navigation', { name: 'Pages of the table' });
  await pages.getByRole('listitem', { name: 'Next Page' }).click();
  await item(form, 51).waitFor();
  await keepPicture(page, 'many-lines-phone');
});
