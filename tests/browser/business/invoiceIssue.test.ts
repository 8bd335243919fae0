/**
 * S11: sales applies for an invoice of a signed order, and finance issues it in two parts. Each sees the other's
 * changes.
 */
import { beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { offer } from '../../support/browser/options.ts';
import { makeDept, makePerson, PASSWORD } from '../../support/people/people.ts';
import { serveCash } from '../../support/records/cash.ts';
import { asker } from '../../support/records/orderLines.ts';
import { LINES, makeOrder, move, readOrder, type Saved } from '../../support/records/orderToCash.ts';
import { login } from '../../support/server/server.ts';

const { server, boss, ask } = serveCash();
const APPLICATIONS = '/main/appliance/receipt/applications';
let order: Saved;
let sales: string;
let finance: string;

beforeAll(async () => {
  const person = await makePerson(server, [boss.tenantId], { role: 'sales', name: 'Wei Sales' });
  await makeDept(server, boss.tenantId, boss.userId, [person.userId]);
  sales = person.username;
  ({ username: finance } = await makePerson(server, [boss.tenantId], { role: 'finance' }));
  const made = await makeOrder(asker(await login(server, sales, PASSWORD)));
  for (const name of ['propose', 'approve']) await move(ask, 'salesOrder', made.id, name);
  order = await readOrder(ask, made.id);
});

const applications = async () => {
  const filter = JSON.stringify({ and: [{ field: 'orderId', op: 'eq', value: order.id }] });
  return (await boss.call('orderInvoicePage', { query: { filter } })).records;
};

it('is applied for to the cent and issued in several documents', async () => {
  const seller = await openPage(server, { lang: 'en', allow: [/status of 4(00|22)/] });
  await signIn(seller, server, { username: sales, password: PASSWORD }, APPLICATIONS);
  await seller.getByRole('button', { name: 'New Invoice application' }).first().click();
  const form = seller.getByRole('dialog').last();
  await form.getByRole('combobox', { name: 'Order', exact: true }).fill(String(order.name));
  await offer(seller, String(order.name)).click();
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Chenghu Electronics');
  await form.getByRole('textbox', { name: 'Tax number' }).fill('91320594MA1X0C5K7F');
  await form.locator('[data-add]').click();
  const line = form.locator('[data-entry]').first();
  await line.getByRole('combobox', { name: 'Order line' }).click();
  // The choice shows the amount that can still be invoiced beside the name of a line.
  await offer(seller, `${LINES[2]!.item} · CNY 6,520.21`).click();
  await line.getByRole('textbox', { name: 'Net', exact: true }).fill('5770.10');
  await line.getByRole('textbox', { name: 'Tax', exact: true }).fill('750.12');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  const [made] = await applications();
  await seller.goto(`${APPLICATIONS}/${made!.id}`);
  await seller.getByRole('button', { name: 'Apply', exact: true }).first().click();
  // The amount is a cent too large. The error shows the remaining amount, and nothing is reserved.
  await seller
    .getByText(/6,520\.21/)
    .first()
    .waitFor();
  expect((await applications())[0]).toMatchObject({ state: 'saved' });
  const { version, lines = [] } = await boss.call('orderInvoiceGet', { path: { id: made!.id } });
  await boss.call('orderInvoiceUpdate', {
    body: { id: made!.id, version, lines: [{ id: lines[0]!.id, tax: '750.11' }] },
  });
  await seller.reload();
  await seller.getByRole('button', { name: 'Apply', exact: true }).first().click();
  await expect.poll(async () => (await applications())[0]?.state).toBe('applied');

  const page = await openPage(server, { lang: 'en', allow: [/status of 4(09|22)/] });
  await signIn(page, server, { username: finance, password: PASSWORD }, `${APPLICATIONS}/${made!.id}`);
  await page.getByRole('button', { name: 'Issue', exact: true }).first().click();
  const issue = page.getByRole('dialog', { name: 'Issue' }).last();
  const rows = issue.locator('[data-entry]');
  for (const [at, [number, net, tax]] of [
    ['24322000000000000001', '5000.00', '650.00'],
    ['24322000000000000002', '770.10', '100.10'],
  ].entries()) {
    await issue.locator('[data-add]').click();
    await rows.nth(at).getByRole('textbox', { name: 'Number', exact: true }).fill(number!);
    await rows.nth(at).getByRole('textbox', { name: 'Net', exact: true }).fill(net!);
    await rows.nth(at).getByRole('textbox', { name: 'Tax', exact: true }).fill(tax!);
  }
  const send = issue.getByRole('button', { name: 'Issue', exact: true });
  await send.click();
  await issue
    .getByText(/6,520\.20.*6,520\.21/)
    .first()
    .waitFor();
  await rows.nth(1).getByRole('textbox', { name: 'Tax', exact: true }).fill('100.11');
  await keepPicture(page, 'invoice-issue');
  await send.click();
  await issue.waitFor({ state: 'detached' });
  expect((await applications())[0]).toMatchObject({ state: 'invoiced', issued: '6520.21', papers: 2 });
  expect(await readOrder(ask, order.id)).toMatchObject({ invoiced: '6520.21', applied: '0.00' });
  // The applicant is notified.
  await seller.goto('/main/message');
  await seller.getByText(`Invoice application ${made!.number} was issued`).first().waitFor();
});
