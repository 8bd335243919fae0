/** S10: finance records what arrived; it is allocated to what is due, the oldest first, and the rest stays as credit. */
import { beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
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
  // An order that is not signed owes nothing.
  await makeOrder(asker(seller), { name: 'Not signed', customerId: order.customerId });
  customer = (await boss.call('getCustomerInfoById', { query: { id: Number(order.customerId) } })).name;
  await receive(ask, order.customerId, '100000.00', '2026-02-10', [
    { payId: order.plan[0]!.id, amount: '100000.00' },
  ]);
  ({ username } = await makePerson(server, [boss.tenantId], { role: 'finance' }));
});

it('is allocated to the oldest that is open, and no more than it brings', async () => {
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, { username, password: PASSWORD }, RECEIPTS);
  await page.getByRole('button', { name: 'New Receipt' }).first().click();
  const dialog = page.getByRole('dialog');
  const propose = dialog.getByRole('button', { name: 'Allocate, oldest first' });
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
  // A third row may choose those alone that are open and signed for.
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
