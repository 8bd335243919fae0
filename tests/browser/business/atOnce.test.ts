/** S14: two persons work on the same record, and each sees the changes of the other on the screen. */
import { beforeAll, expect, it } from 'vitest';
import { openPage } from '../../support/browser/browser.ts';
import { saveForm, serveDesk } from '../../support/browser/desk.ts';

const desk = serveDesk();
const { seller, head, finance } = desk;
const ORDERS = '/main/appliance/sales/orders';

let customerId: number;
beforeAll(async () => {
  customerId = (await seller.call('intoCustomer', { body: { name: 'Chenghu Electronics' } })).id;
});

const LINES = ['Cabinet', 'Cable'].map((item) => ({ item, price: '1000.00', taxRate: 0 }));
const PLAN = [{ name: 'All', amount: '2000.00', due: '2026-12-31' }];
const order = (name: string) =>
  seller.call('saveOrder', { body: { name, customerId, lines: LINES, plan: PLAN } });

it('two users change different lines of an order, and both changes are kept', async () => {
  const { id } = await order('Two at once');
  const [mine, theirs] = [
    await seller.open(`${ORDERS}/${id}`, { allow: [/status of 409/] }),
    await head.open(`${ORDERS}/${id}`),
  ];
  const edit = async (page: typeof mine, at: number, item: string) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog').first();
    await form.getByRole('tab', { name: 'Lines' }).click();
    await form.locator('[data-entry]').nth(at).getByRole('textbox', { name: 'Item' }).fill(item);
    return form;
  };
  const form = await edit(mine, 0, 'Cabinet of sales');
  await saveForm(await edit(theirs, 1, 'Cable of the head'));
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const merge = mine.getByRole('dialog', { name: 'Another user changed this record' });
  await merge
    .getByText('You and the other user changed different rows. All changes are kept.')
    .first()
    .waitFor();
  await merge.getByRole('button', { name: 'Apply to the form' }).click();
  await merge.waitFor({ state: 'detached' });
  await saveForm(form);
  const { lines = [] } = await head.call('salesOrderGet', { path: { id } });
  expect(lines.map(({ item }) => item)).toEqual(['Cabinet of sales', 'Cable of the head']);
});

it('a customer accepts a quote that sales cancels in the meantime, and sees that the link has ended', async () => {
  const lines = [{ item: 'Cabinet', price: '100.00', taxRate: 0 }];
  const { id, version } = await seller.call('saveQuote', { body: { name: 'Canceled', customerId, lines } });
  await seller.call('recordSubmit', { path: { entity: 'quote', id }, body: { version } });
  const { token } = await seller.call('recordLinkMake', { path: { entity: 'quote', id } });
  const guest = await openPage(desk.server, { lang: 'en', width: 390, allow: [/status of 40[49]/] });
  await guest.goto(`/quotation?t=${token}`);
  await guest.getByRole('button', { name: 'Accept the quote' }).click();
  const dialog = guest.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Answered by' }).fill('Zhou Min');

  const page = await seller.open(`/main/appliance/sales/quotes/${id}`);
  await page.getByRole('button', { name: 'Cancel the quote' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel the quote?' });
  await question.getByRole('button', { name: 'Cancel the quote', exact: true }).click();
  await page.getByRole('main').getByText('Canceled', { exact: true }).first().waitFor();

  await dialog.getByRole('button', { name: 'Accept the quote' }).click();
  await guest.getByText('This link is no longer valid').first().waitFor();
  expect(await seller.call('getQuoteById', { query: { id } })).toMatchObject({
    state: 'canceled',
    result: null,
  });
});

it('two users issue the same application, and the second sees that it is issued', async () => {
  const { id: orderId, version, lines = [] } = await order('Issued once');
  const signed = {
    path: { entity: 'salesOrder', id: orderId },
    body: { name: 'confirm', version, form: {} },
  };
  await seller.call('recordTransition', signed);
  const body = {
    ...{ orderId, title: 'Chenghu Electronics', taxNumber: '91320594MA1X0C5K7F' },
    lines: [{ orderLineId: lines[0]!.id, net: '1000.00', tax: '0.00' }],
  };
  const made = await seller.call('orderInvoiceCreate', { body });
  const apply = {
    path: { entity: 'orderInvoice', id: made.id },
    body: { name: 'apply', version: made.version },
  };
  await seller.call('recordTransition', apply);
  const address = `/main/appliance/receipt/applications/${made.id}`;
  const allow = [/status of 4(09|22)/];
  const pages = [await finance.open(address, { allow }), await head.open(address, { allow })];
  for (const [at, page] of pages.entries()) {
    await page.getByRole('button', { name: 'Issue', exact: true }).first().click();
    const issue = page.getByRole('dialog', { name: 'Issue' }).last();
    await issue.locator('[data-add]').click();
    const row = issue.locator('[data-entry]').first();
    await row.getByRole('textbox', { name: 'Number', exact: true }).fill(`2432200000000000000${at}`);
    await row.getByRole('textbox', { name: 'Net', exact: true }).fill('1000.00');
    await row.getByRole('textbox', { name: 'Tax', exact: true }).fill('0.00');
  }
  const [first, second] = pages.map((page) => page.getByRole('dialog', { name: 'Issue' }).last());
  await saveForm(first!, 'Issue');
  await second!.getByRole('button', { name: 'Issue', exact: true }).click();
  // The screen shows the changes of the other person, and no second document is created.
  await pages[1]!
    .getByText(/changed|Invoiced/)
    .first()
    .waitFor();
  expect(await head.call('orderInvoiceGet', { path: { id: made.id } })).toMatchObject({
    ...{ state: 'invoiced', papers: 1 },
  });
});
