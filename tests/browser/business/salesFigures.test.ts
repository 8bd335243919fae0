/** S9, S13: signed amounts compared with the year before, and receivables by age and in all currencies. */
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { dayAfter, serveDesk } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { recordLinks } from '../../support/browser/listPage.ts';
import { changeRows } from '../../support/calls/world.ts';
import { setRate } from '../../support/records/exchangeRate.ts';
import { readPdf } from '../../support/records/papers.ts';

const desk = serveDesk();
const { head, finance } = desk;

/** Creates a signed order without tax, with one instalment for each day on which a part is due. */
async function signed(name: string, customerId: number, parts: [string, number][], currency = 'CNY') {
  const sum = parts.reduce((cents, [amount]) => cents + Math.round(Number(amount) * 100), 0);
  const { id, version } = await head.call('saveOrder', {
    body: {
      ...{ name, customerId, currency },
      lines: [{ item: 'Cabinet', price: (sum / 100).toFixed(2), taxRate: 0 }],
      plan: parts.map(([amount, days], at) => ({ name: `Part ${at + 1}`, amount, due: dayAfter(days) })),
    },
  });
  const path = { entity: 'salesOrder', id };
  await head.call('recordTransition', { path, body: { name: 'confirm', version, form: {} } });
  return id;
}

let customerId: number;
let years: number;
beforeAll(async () => {
  customerId = (await head.call('intoCustomer', { body: { name: 'Chenghu Electronics' } })).id;
  years = (await head.call('intoCustomer', { body: { name: 'Yearly Works' } })).id;
  const yearsAgo = (days: number) => ({ signed_at: `${dayAfter(-days)}T08:00:00Z` });
  for (const [name, amount, days] of [
    ['Before one', '100000.25', 400],
    ['Before two', '100000.25', 420],
    ['Now one', '150000.25', 20],
    ['Now two', '90000.00', 30],
  ] as const) {
    const id = await signed(name, years, [[amount, 400]]);
    await changeRows(desk.server, 'sales_order', { id }, yearsAgo(days));
  }
});

it('S9: signed amounts are compared with the year before, and a figure opens its orders', async () => {
  const page = await head.open('/main/appliance/sales/figures');
  const figures = page.getByRole('region', { name: 'Orders signed' }).first();
  await figures.getByText('240,000.25').first().waitFor();
  await figures
    .getByText(/a year earlier.*200,000\.50/)
    .first()
    .waitFor();
  await figures.getByText('+20.0%').first().waitFor();
  await figures
    .getByRole('link', { name: /240,000\.25/ })
    .first()
    .click();
  await recordLinks(page).first().waitFor();
  // The list contains the orders behind the figure, and the same sum.
  await page.locator('tfoot').getByText('240,000.25').first().waitFor();
  await page.getByText('2 in total').waitFor();
});

it('S13: open amounts are added up by age and in the home currency, on the page, in the list and in the document', async () => {
  await signed('Storage', customerId, [
    ['166765.42', -76],
    ['61169.31', 286],
  ]);
  await setRate(head, 'USD', 7.1053);
  await signed('Abroad', customerId, [['48000.00', -26]], 'USD');
  // The order of the first test is not due yet.
  const page = await finance.open('/main/appliance/receipt/ages');
  const owed = page.getByRole('region', { name: 'Receivables', exact: true }).first();
  await owed.getByText('166,765.42').first().waitFor();
  await owed.getByText('48,000.00').first().waitFor();
  // The sum of 166,765.42 CNY, and of 48,000.00 USD at the rate 7.1053.
  await owed.getByText('507,819.82').first().waitFor();
  await owed
    .getByText(/USD at 7\.1053/)
    .first()
    .waitFor();
  const ages = page.getByRole('region', { name: 'Customers by age' });
  await ages.getByText('61–90 days').first().waitFor();

  // The list of customers shows the receivables of each customer, by currency.
  await page.goto('/main/appliance/customer?q=Chenghu');
  for (const head of ['Receivable (CNY)', 'Overdue (CNY)', 'Receivable (USD)', 'Overdue (USD)'])
    await page.getByRole('columnheader', { name: head }).waitFor();
  for (const amount of ['227,934.73', '166,765.42', '48,000.00'])
    await page.getByRole('cell', { name: amount }).first().waitFor();
  await keepPicture(page, 'customers-owing');
  await page.goto(`/main/appliance/customer/${customerId}`);
  await page.getByRole('button', { name: 'Statement of account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Statement of account' });
  const loading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'PDF' }).click();
  const { text } = await readPdf(await readFile(await (await loading).path()));
  for (const part of ['166,765.42', '61,169.31', '227,934.73', '48,000.00']) expect(text).toContain(part);
});
