/** S10: finance records a payment, allocates it to due instalments, returns a part of the credit, and reverses both. */
import type { Locator, Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { saveForm } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { offer, offered } from '../../support/browser/options.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { serveCash } from '../../support/records/cash.ts';
import { asker } from '../../support/records/orderLines.ts';
import { makeOrder, move, PLAN, readOrder, receive, type Saved } from '../../support/records/orderToCash.ts';

const { server, boss, seller, ask } = serveCash();
const RECEIPTS = '/main/appliance/receipt/receipts';
let order: Saved;
let customer: string;
let username: string;

beforeAll(async () => {
  const made = await makeOrder(asker(seller));
  for (const name of ['propose', 'approve']) await move(ask, 'salesOrder', made.id, name);
  order = await readOrder(ask, made.id);
  // An unsigned order has no receivables.
  await makeOrder(asker(seller), { name: 'Not signed', customerId: order.customerId });
  customer = (await boss.call('getCustomerInfoById', { query: { id: Number(order.customerId) } })).name;
  await receive(ask, order.customerId, '100000.00', '2026-02-10', [
    { payId: order.plan[0]!.id, amount: '100000.00' },
  ]);
  ({ username } = await makePerson(server, [boss.tenantId], { role: 'finance' }));
});

it('is allocated to the oldest open instalment, up to its amount', async () => {
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, { username, password: PASSWORD }, RECEIPTS);
  await page.getByRole('button', { name: 'New Receipt' }).first().click();
  const dialog = page.getByRole('dialog');
  const propose = dialog.getByRole('button', { name: 'Match the oldest first' });
  expect(await propose.isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: 'Customer' }).fill(customer);
  await offer(page, customer).click();
  await dialog.getByRole('textbox', { name: 'Amount', exact: true }).first().fill('84758.31');
  await propose.click();
  const rows = dialog.locator('[data-entry]');
  await expect.poll(() => rows.count()).toBe(2);
  const amounts = () =>
    Promise.all(
      [0, 1].map((at) => rows.nth(at).getByRole('textbox', { name: 'Amount', exact: true }).inputValue()),
    );
  await expect.poll(amounts).toEqual(['83,507.91', '1,250.40']);
  await rows.first().getByText(`${PLAN[0]!.name} · ${order.name} · 2026-02-12 · CNY 83,507.91`).waitFor();
  // A third row offers only instalments that are open and signed.
  await dialog.locator('[data-add]').click();
  await rows.nth(2).getByRole('combobox', { name: 'Instalment' }).click();
  await offer(page, PLAN[2]!.name).waitFor();
  expect(await offered(page).filter({ hasText: 'Not signed' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  for (const amount of await rows.getByRole('textbox', { name: 'Amount', exact: true }).all())
    expect(await amount.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true);
  await keepPicture(page, 'receipt-allocated');
  await rows.nth(2).getByRole('button').last().click();
  await expect.poll(() => rows.count()).toBe(2);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await readOrder(ask, order.id)).plan).toMatchObject([
    { state: 'paid', open: '0.00' },
    { state: 'part', open: '365765.42' },
    { state: 'open', open: '61169.31' },
  ]);
});

/** Opens a receipt and starts its reversal. Returns the form. */
async function startReversal(page: Page, id: number): Promise<Locator> {
  await page.goto(`${RECEIPTS}/${id}`);
  await page.getByRole('button', { name: 'Reverse', exact: true }).click();
  return page.getByRole('dialog', { name: 'Reverse' }).last();
}

async function reverse(page: Page, id: number, why: string): Promise<void> {
  const form = await startReversal(page, id);
  await form.getByRole('textbox', { name: 'Reason' }).fill(why);
  await saveForm(form, 'Reverse');
  await page.getByRole('main').getByText('Reversed', { exact: true }).first().waitFor();
}

it('is refunded up to its credit, and reversed after the refund, which reopens the instalment', async () => {
  const before = (await readOrder(ask, order.id)).plan[1]!;
  const { data: receipt } = await receive(ask, order.customerId, '1500.00', '2026-02-27', [
    { payId: before.id, amount: '249.60' },
  ]);
  const page = await openPage(server, { lang: 'en', allow: [/status of 422/] });
  await signIn(page, server, { username, password: PASSWORD }, RECEIPTS);
  await page.getByRole('button', { name: 'New Receipt' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Customer' }).fill(customer);
  await offer(page, customer).click();
  const amount = dialog.getByRole('textbox', { name: 'Amount', exact: true }).first();
  const paidBack = dialog.getByRole('combobox', { name: 'Refunded receipt' });
  expect(await paidBack.count()).toBe(0);
  await amount.fill('-1250.41');
  await amount.press('Tab');
  await paidBack.fill(String(receipt.number));
  await offer(page, String(receipt.number)).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('249.60 matched, 1,250.41 refunded').first().waitFor();
  expect(await dialog.isVisible()).toBe(true);
  // The focused field shows plain digits instead of the formatted amount. The test therefore focuses it before
  // selecting.
  await amount.click();
  await amount.press('ControlOrMeta+a');
  await amount.pressSequentially('-1000.00');
  await expect.poll(() => amount.inputValue()).toBe('-1000.00');
  await saveForm(dialog);

  const { records } = await boss.call('orderReceiptPage', { query: { size: 1 } });
  const [refund] = records;
  expect(refund).toMatchObject({ amount: '-1000.00', refundOfId: receipt.id });
  await page.goto(`${RECEIPTS}/${receipt.id}`);
  await page.getByRole('main').getByText('250.40').first().waitFor();
  // The reversal shows which step must be done first.
  const refusedButton = page.getByRole('button', {
    name: /^Reverse.*1,000\.00 was refunded\. Reverse the refund first/,
  });
  expect(await refusedButton.getAttribute('aria-disabled')).toBe('true');

  const form = await startReversal(page, refund!.id);
  await form.getByRole('button', { name: 'Reverse', exact: true }).click();
  await form.getByText(/^Not submitted, 1 to correct: Reason/).waitFor();
  await form.getByRole('textbox', { name: 'Reason' }).fill('It came back');
  await saveForm(form, 'Reverse');
  expect((await readOrder(ask, order.id)).plan[1]).toMatchObject({
    open: (Number(before.open) - 249.6).toFixed(2),
  });
  await reverse(page, receipt.id, 'Wrong bank');
  expect((await readOrder(ask, order.id)).plan[1]).toMatchObject({ open: before.open, state: before.state });
  await page.goto(RECEIPTS);
  const row = page.getByRole('row', { name: String(receipt.number) });
  await row.getByText('Reversed', { exact: true }).first().waitFor();
  expect(await row.getByText('1,250.40').count()).toBe(0);
});
