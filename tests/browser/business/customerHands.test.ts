/** S3, S16: sales shares customers and hands them over. Each role sees exactly what it may see on the screen. */
import { beforeAll, expect, it } from 'vitest';
import { dayAfter, fillDate, type Seat, seat, serveDesk } from '../../support/browser/desk.ts';
import { recordLinks } from '../../support/browser/listPage.ts';
import { offer } from '../../support/browser/options.ts';
import { LINES } from '../../support/records/quotes.ts';

const desk = serveDesk();
const CUSTOMERS = '/main/appliance/customer';
/** Permissions of a sales user for their own customers only. */
const OWN = [
  ...['create', 'list@own', 'get@own', 'update@own', 'handover@own', 'share@own', 'export'].map(
    (key) => `customer:${key}`,
  ),
  'salesOrder:list@own',
  'salesOrder:get@own',
];

let first: Seat;
let second: Seat;
beforeAll(async () => {
  first = await seat(desk.server, desk.tenant(), 'Ann Own', { permissions: OWN });
  second = await seat(desk.server, desk.tenant(), 'Ben Own', { permissions: OWN });
});

it('S3: a customer is shared until a day, read by the other person, and hidden from them afterwards', async () => {
  const { id } = await first.call('customerCreate', { body: { name: 'Shared Works' } });
  const page = await first.open(`${CUSTOMERS}/${id}`);
  await page.getByRole('button', { name: 'Transfer or share' }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'People' }).fill('Ben');
  await offer(page, 'Ben Own').click();
  await fillDate(dialog.getByLabel('Until'), dayAfter(30));
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.getByText(/Read · until/).waitFor();

  const theirs = await second.open(CUSTOMERS, { allow: [/status of 404/] });
  await recordLinks(theirs).filter({ hasText: 'Shared Works' }).click();
  const drawer = theirs.getByRole('dialog').first();
  await drawer.getByText('Developing').first().waitFor();
  // Permission to read does not include changing the record or handing it over.
  for (const name of ['Edit', 'Delete', 'Transfer or share'])
    expect(await drawer.getByRole('button', { name, exact: true }).count(), name).toBe(0);

  await dialog.getByRole('button', { name: 'Stop sharing with Ben Own' }).click();
  await dialog.getByText('Not shared yet').waitFor();
  await theirs.goto(`${CUSTOMERS}/${id}`);
  await theirs.getByText('Record not found').first().waitFor();
  await theirs.goto(CUSTOMERS);
  await theirs.getByText('No customer yet').waitFor();
});

it('S3: forty customers are handed over by a filter, and two are refused with a reason', async () => {
  const { head, seller, colleague } = desk;
  for (let at = 0; at < 40; at++) {
    const owner = at < 38 ? seller : colleague;
    await owner.call('customerCreate', { body: { name: `Forty ${at}` } });
  }
  const page = await head.open(`${CUSTOMERS}?q=Forty`);
  await page.getByText('40 in total').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await page.getByRole('button', { name: 'Select all 40 filtered records' }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Hand over' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over' });
  await dialog.getByRole('combobox', { name: 'New owner' }).fill('Bo');
  await offer(page, 'Bo Sales').click();
  await dialog.getByLabel('Reason').fill('New area');
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click();
  await page
    .getByText(/38 handed over, 2 not: /)
    .first()
    .waitFor();

  // A single notice is about all records.
  const theirs = await colleague.open('/main/message');
  const notice = theirs.getByRole('main').getByText(/38 records/);
  await notice.first().waitFor();
  await theirs.goto(`${CUSTOMERS}?q=Forty&mine=1`);
  await theirs.getByText('40 in total').waitFor();
});

it('S16: a person lists, searches and finds only their own records', async () => {
  await second.call('customerCreate', { body: { name: 'Visible Mill' } });
  const { id } = await desk.seller.call('customerCreate', { body: { name: 'Hidden Mill' } });
  const page = await second.open(CUSTOMERS, { allow: [/status of 404/] });
  await recordLinks(page).filter({ hasText: 'Visible Mill' }).waitFor();
  await page.getByRole('searchbox').fill('Mill');
  await page.getByText('1 in total').waitFor();
  expect(await recordLinks(page).allInnerTexts()).toEqual(['Visible Mill']);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog').last();
  await palette.getByRole('combobox').fill('Mill');
  await palette.getByText('Visible Mill').first().waitFor();
  expect(await palette.getByText('Hidden Mill').count()).toBe(0);
  await page.goto(`${CUSTOMERS}/${id}`);
  await page.getByText('Record not found').first().waitFor();
});

it('S16: sales and engineering see no costs or amounts, finance sees them', async () => {
  const { head, seller, finance } = desk;
  const { id: customerId } = await seller.call('intoCustomer', { body: { name: 'Costed Works' } });
  const lines = LINES.map(({ unitCost: _, ...line }) => line);
  const { id } = await seller.call('saveQuote', { body: { name: 'Costed', customerId, lines } });
  const quote = await head.call('getQuoteById', { query: { id } });
  const costs = (quote.lines ?? []).map((line, at) => ({ id: line.id, unitCost: LINES[at]!.unitCost }));
  await head.call('quoteUpdate', { body: { id, version: quote.version, lines: costs } });

  const QUOTE = `/main/appliance/sales/quotes/${id}`;
  const theirs = await finance.open(QUOTE);
  await theirs.getByText('Margin rate').first().waitFor();
  const page = await seller.open(QUOTE);
  await page.getByText('617,315.12').first().waitFor();
  for (const word of ['Margin', 'Unit cost', 'Margin rate'])
    expect(await page.getByText(word, { exact: true }).count(), word).toBe(0);

  const engineer = await seat(desk.server, desk.tenant(), 'Eli Works', { role: 'engineering' });
  const place = await engineer.open(`${CUSTOMERS}/${customerId}`);
  await place.getByRole('heading', { name: 'Costed Works' }).waitFor();
  for (const name of ['Sales order', 'Quote', 'Receipt', 'Instalment'])
    expect(await place.getByRole('tab', { name, exact: true }).count(), name).toBe(0);
  expect(await place.locator('[data-record-head]').getByText('Receivable').count()).toBe(0);
});
