/**
 * S17: an order is completed once nothing of it is open. The head can close it earlier with a reason, and open it
 * again.
 */
import { expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { serveCash } from '../../support/records/cash.ts';
import { asker } from '../../support/records/orderLines.ts';
import { makeOrder, move, readOrder } from '../../support/records/orderToCash.ts';

const { server, boss, seller, ask } = serveCash();

it('shows open amounts, is closed with a reason nevertheless, reopened, and stores both reasons', async () => {
  const made = await makeOrder(asker(seller));
  for (const name of ['propose', 'approve']) await move(ask, 'salesOrder', made.id, name);
  const { username } = await makePerson(server, [boss.tenantId], { permissions: ['*'] });
  const page = await openPage(server, { lang: 'en' });
  const who = { username, password: PASSWORD };
  await signIn(page, server, who, `/main/appliance/sales/orders/${made.id}`);
  const complete = page
    .getByRole('button', { name: /^Complete / })
    .filter({ hasText: /611,693\.04 is not received yet;.*611,693\.04 is not invoiced yet/ });
  expect(await complete.getAttribute('aria-disabled')).toBe('true');

  const ways = [
    ['Complete with open amounts', 'Reason', 'completed'],
    ['Reopen', 'Reason', 'processing'],
  ] as const;
  for (const [title, reason, state] of ways) {
    await page.getByRole('button', { name: title, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: title });
    const send = dialog.getByRole('button', { name: title, exact: true });
    await send.click();
    await dialog.getByText(`Not submitted, 1 to correct: ${reason}`).waitFor();
    await dialog.getByRole('textbox', { name: reason }).fill('The customer went bankrupt');
    await send.click();
    await dialog.waitFor({ state: 'detached' });
    expect((await readOrder(ask, made.id)).saleStatus).toBe(state);
  }

  // Each entry shows the reason of its transition under the label of the field in its form.
  await page.getByRole('tab', { name: 'History' }).click();
  const entries = page.getByRole('tabpanel').getByRole('listitem');
  for (const [title, reason] of ways) {
    const entry = entries.filter({ hasText: `did “${title}”` });
    const reasons = entry.locator('dl > div').filter({ hasText: 'The customer went bankrupt' });
    expect((await reasons.innerText()).replace(/\s+/g, ' ')).toBe(
      `${reason} After The customer went bankrupt`,
    );
  }
});
