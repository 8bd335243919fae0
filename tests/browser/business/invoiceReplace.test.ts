/** An invoice is reversed and replaced in its dialog, which copies its lines and shows its currency. */
import { expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { offer, offered } from '../../support/browser/options.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { serveCash } from '../../support/records/cash.ts';
import { asker } from '../../support/records/orderLines.ts';
import { applyFor, INVOICE_A, makeOrder, move, readOrder } from '../../support/records/orderToCash.ts';

const { server, boss, seller, ask } = serveCash();

it('is reversed and replaced, and missing values are shown', async () => {
  const made = await makeOrder(asker(seller));
  for (const name of ['propose', 'approve'])
    expect((await move(ask, 'salesOrder', made.id, name)).status, name).toBe(200);
  const order = await readOrder(ask, made.id);
  const { data } = await applyFor(ask, order, INVOICE_A);
  const another = await makeOrder(asker(seller));
  for (const name of ['propose', 'approve']) await move(ask, 'salesOrder', another.id, name);
  const { data: beside } = await applyFor(ask, await readOrder(ask, another.id), INVOICE_A);
  const other = [{ number: 'R2-1', date: '2026-05-21', net: '484871.11', tax: '63033.24' }];
  await boss.call('issueInvoice', { query: { id: beside.id }, body: { records: other } });
  const records = [{ number: 'R1-1', date: '2026-05-21', net: '484871.11', tax: '63033.24' }];
  await boss.call('issueInvoice', { query: { id: data.id }, body: { records } });

  const { username } = await makePerson(server, [boss.tenantId], { permissions: ['*'] });
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, { username, password: PASSWORD });
  await page.goto(`/main/appliance/receipt/applications?record=${data.id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse and replace' }).click();
  const dialog = page.getByRole('dialog', { name: /Reverse and replace/ }).last();
  // The dialog already contains the negative of the issued amount, and the lines of the invoice.
  const red = dialog
    .getByRole('row')
    .filter({ has: page.getByRole('textbox', { name: 'Number' }) })
    .first();
  await expect.poll(() => red.getByRole('textbox', { name: 'Net' }).inputValue()).toBe('-484,871.11');
  expect(await red.getByRole('textbox', { name: 'Tax' }).inputValue()).toBe('-63,033.24');
  await red.getByText(/^R1-1 · .* · CNY 547,904.35$/).waitFor();
  expect(await dialog.getByText('CNY').count()).toBeGreaterThan(0);
  expect(await dialog.getByText('RM', { exact: true }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Reverse and replace' }).click();
  await dialog.getByText(/^Not submitted, 2 to correct: /).waitFor();
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await offer(page, 'Issued in error').click();
  await dialog.getByText(/^Not submitted, 1 to correct: Number$/).waitFor();
  // The choice does not offer documents of other invoices.
  await red.getByRole('combobox', { name: 'Reverses' }).click();
  await offer(page, 'R1-1').waitFor();
  expect(await offered(page).count()).toBe(1);
  await page.keyboard.press('Escape');
  await keepPicture(page, 'invoice-replace');
  await red.getByRole('textbox', { name: 'Number' }).fill('RED-1');
  await dialog.getByText(/^Not submitted/).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Reverse and replace' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await boss.call('orderInvoiceGet', { path: { id: data.id } })).toMatchObject({ state: 'replaced' });
});
