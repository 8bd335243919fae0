/** S15: finance creates an area, its user fills in a month and submits it, finance returns and audits it. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { type Seat, saveForm, seat, serveDesk } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { offer } from '../../support/browser/options.ts';

const desk = serveDesk();
const PLACE = '/main/operation/calculationArea';
let user: Seat;
let areaId: number;

beforeAll(async () => {
  user = await seat(desk.server, desk.tenant(), 'Filling Fu', { role: 'operator' });
  const area = await desk.finance.call('calcAreaCreate', {
    body: {
      name: 'Operation',
      items: [{ name: 'Parts' }, { name: 'Correction', negative: true }],
      users: [{ userId: user.userId }],
    },
  });
  areaId = area.id;
});

async function move(page: Page, name: string, note?: string): Promise<void> {
  const moves = page.getByRole('region', { name: 'Possible actions' });
  await moves.getByRole('button', { name, exact: true }).click();
  if (note === undefined) return;
  const form = page.getByRole('dialog', { name });
  await form.getByRole('textbox', { name: 'Return note' }).fill(note);
  await form.getByRole('button', { name, exact: true }).last().click();
  await form.waitFor({ state: 'detached' });
}

const shows = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor();

async function fillAmounts(page: Page, amounts: readonly string[]): Promise<void> {
  const form = page.getByRole('dialog');
  const boxes = form.getByRole('textbox', { name: 'Amount' });
  for (const [at, amount] of amounts.entries()) {
    await boxes.nth(at).fill(amount);
    await boxes.nth(at).press('Tab');
  }
}

it('S15: a month is filled, refused with a negative value, submitted, returned, corrected and audited', async () => {
  const page = await user.open(`${PLACE}/months`);
  await page
    .getByRole('button', { name: /^New calculation data$/i })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Calculation area', exact: true }).click();
  await offer(page, 'Operation').click();
  await form.getByRole('textbox', { name: 'Month', exact: true }).fill('2026-07');
  await form.getByRole('button', { name: 'Insert all items' }).click();
  await form.getByText('Correction').first().waitFor();
  await fillAmounts(page, ['-5', '-8.25']);
  await form.getByText('This item must not be negative').first().waitFor();
  await fillAmounts(page, ['100', '-8.25']);
  await form.getByText('This item must not be negative').first().waitFor({ state: 'detached' });
  await saveForm(form);

  const { records } = await desk.finance.call('calcDataPage', {});
  const { id } = records[0]!;
  expect(records[0]).toMatchObject({ areaId, month: '2026-07', total: '91.75' });
  const address = `${PLACE}/months/${id}`;
  await page.goto(address);
  await move(page, 'Submit');
  await shows(page, 'Submitted');

  const books = await desk.finance.open(address);
  await move(books, 'Return', 'Rent is missing');
  await shows(books, 'Rent is missing');
  await keepPicture(books, 'calculation-returned');

  await page.goto(address);
  await shows(page, 'Rent is missing');
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await fillAmounts(page, ['120']);
  await saveForm(page.getByRole('dialog'));
  await move(page, 'Submit');
  await shows(page, 'Submitted');

  await books.goto(address);
  await move(books, 'Audit');
  await shows(books, 'Audited');
  await books.getByRole('tab', { name: 'History' }).click();
  await shows(books, /100\.00/);
  expect(await books.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
});
