/**
 * S1, S2: sales enters a lead, visits it and signs its orders. The customer's state follows, and the head releases
 * credit.
 */
import { beforeAll, expect, it } from 'vitest';
import { dayAfter, fillDate, pressTwice, saveForm, serveDesk } from '../../support/browser/desk.ts';
import { recordLinks } from '../../support/browser/listPage.ts';
import { offer } from '../../support/browser/options.ts';
import type { Client } from '../../support/calls/client.ts';

const { seller, head } = serveDesk();
const CUSTOMERS = '/main/appliance/customer';
const ORDERS = '/main/appliance/sales/orders';
const LINES = [{ item: 'Cabinet', price: '1000.00', taxRate: 0 }];
const PLAN = [{ name: 'All', amount: '1000.00', due: '2026-12-31' }];

const findCustomer = async (client: Client, search: string) =>
  (await client.call('getCustomerList', { query: { search } })).records[0]!;

let blocked: number;
beforeAll(async () => {
  const { id, version } = await seller.call('intoCustomer', { body: { name: 'Blocked Works' } });
  await head.call('updateCustomer', { body: { id, version, creditRating: 'blacklist' } });
  blocked = id;
});

it('S1: a lead is entered once, becomes a deal with its first order and a repeat deal with the second', async () => {
  const page = await seller.open(CUSTOMERS);
  await page.getByRole('button', { name: 'New customer' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Customer name', exact: true }).fill('Chenghu Electronics');
  await saveForm(form);
  await recordLinks(page).filter({ hasText: 'Chenghu Electronics' }).waitFor();
  await page.getByRole('main').getByText('Developing').first().waitFor();
  // The form refuses a second customer of the same name.
  await page.getByRole('button', { name: 'New customer' }).first().click();
  await form.getByRole('textbox', { name: 'Customer name', exact: true }).fill('Chenghu Electronics');
  await form.getByText('This Customer name is already in use').waitFor();
  const { id } = await findCustomer(seller, 'Chenghu');

  await page.goto(`${CUSTOMERS}/${id}`);
  await page.getByRole('tab', { name: 'Sales order' }).click();
  await page.getByRole('button', { name: 'New Sales order' }).first().click();
  const order = page.getByRole('dialog');
  await order.getByRole('textbox', { name: 'Name', exact: true }).fill('First order');
  await order.getByRole('tab', { name: 'Lines' }).click();
  await order.locator('[data-add]').filter({ visible: true }).click();
  const line = order.locator('[data-entry]').filter({ visible: true }).first();
  await line.getByRole('textbox', { name: 'Item' }).fill('Cabinet');
  await line.getByRole('textbox', { name: 'Price without tax' }).fill('1000.00');
  await line.getByText('1,130.00').first().waitFor();
  await order.getByRole('tab', { name: 'Instalments' }).click();
  await order.locator('[data-add]').filter({ visible: true }).click();
  const instalment = order.locator('[data-entry]').filter({ visible: true }).first();
  await instalment.getByRole('textbox', { name: 'Name', exact: true }).fill('All');
  await fillDate(instalment.getByRole('textbox', { name: 'Due' }), dayAfter(30));
  await saveForm(order);
  const first = (await seller.call('salesOrderPage', { query: { search: 'First order' } })).records[0]!;
  await page.goto(`${ORDERS}/${first.id}`);
  await pressTwice(page, 'Sign');
  await page.getByRole('main').getByText('Processing').first().waitFor();

  await page.goto(`${CUSTOMERS}/${id}`);
  await page.getByRole('main').getByText('Deal', { exact: true }).first().waitFor();
  const body = { name: 'Second order', customerId: id, lines: LINES, plan: PLAN };
  const second = await seller.call('saveOrder', { body });
  await page.goto(`${ORDERS}/${second.id}`);
  await pressTwice(page, 'Sign');
  await page.getByRole('main').getByText('Processing').first().waitFor();
  await page.goto(`${CUSTOMERS}/${id}`);
  await page.getByRole('main').getByText('Repeat deal', { exact: true }).first().waitFor();
});

it('S1: a customer is marked as lost only with a reason', async () => {
  const { id } = await seller.call('intoCustomer', { body: { name: 'Lost Works' } });
  const page = await seller.open(`${CUSTOMERS}/${id}`);
  await page.getByRole('button', { name: 'Mark as lost' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as lost' });
  const send = dialog.getByRole('button', { name: 'Mark as lost', exact: true });
  await send.click();
  await dialog.getByText('Not submitted, 1 to correct: Reason lost').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason lost' }).fill('Bought elsewhere');
  await send.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('main').getByText('Bought elsewhere').first().waitFor();
  await page.getByRole('button', { name: 'Develop again' }).waitFor();
});

it('S1: a quote warns of a blacklisted customer, whose order the head releases', async () => {
  const allow = [/status of 409/];
  const page = await seller.open('/main/appliance/sales/quotes', { allow });
  await page.getByRole('button', { name: 'New Quote' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('For the blocked');
  await form.getByRole('combobox', { name: 'Customer' }).fill('Blocked');
  await offer(page, 'Blocked Works').click();
  await form.getByText('This customer is blacklisted').first().waitFor();
  await saveForm(form);

  const body = { name: 'Blocked order', customerId: blocked, lines: LINES, plan: PLAN };
  const order = await seller.call('saveOrder', { body });
  await page.goto(`${ORDERS}/${order.id}`);
  await pressTwice(page, 'Sign');
  await page.getByText('the customer is blacklisted').first().waitFor();
  await page.getByRole('button', { name: 'Submit for approval', exact: true }).click();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).waitFor();

  const theirs = await head.open(`${ORDERS}/${order.id}`, { allow });
  await theirs.getByRole('button', { name: 'Approve', exact: true }).click();
  await theirs.getByText('the customer is blacklisted').first().waitFor();
  await theirs.getByRole('button', { name: 'Override credit limit', exact: true }).click();
  const dialog = theirs.getByRole('dialog', { name: 'Override credit limit' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Pays in advance');
  await saveForm(dialog, 'Override credit limit');
  await theirs.getByRole('button', { name: 'Approve', exact: true }).click();
  // The seller's page shows the decision.
  await page.getByRole('main').getByText('Processing').first().waitFor();
  await page.goto('/main/message');
  await page
    .getByText('Head Ho overrode the credit limit for order “Blocked order”: Pays in advance')
    .first()
    .waitFor();
});

it('S2: contacts, a visit and a plan are entered on a phone, and a contact in use cannot be deleted', async () => {
  const { id } = await seller.call('intoCustomer', { body: { name: 'Visited Works' } });
  const page = await seller.open(`${CUSTOMERS}/${id}`, { width: 390, allow: [/status of 409/] });
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  const dialog = page.getByRole('dialog').last();
  const create = async (name: string) => {
    await tab(name);
    await page
      .getByRole('button', { name: `New ${name}` })
      .first()
      .click();
    return dialog;
  };
  for (const name of ['Zhou Min', 'Li Na']) {
    const form = await create('Contact');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await form.getByRole('switch', { name: 'Main contact' }).click();
    await saveForm(form);
    await page.getByRole('main').getByText(name).first().waitFor();
  }
  // The newest main contact replaces the previous one.
  const contacts = await seller.call('contactsOfCustomer', { query: { customerId: id } });
  expect(contacts.map(({ name, main }) => [name, main])).toEqual([
    ['Li Na', true],
    ['Zhou Min', false],
  ]);

  const visit = await create('Visit');
  await visit.getByRole('textbox', { name: 'Subject' }).fill('First talk');
  await fillDate(visit.getByRole('textbox', { name: 'Visited on' }), dayAfter(2));
  await visit.getByText('The visit must not be in the future').first().waitFor();
  await fillDate(visit.getByRole('textbox', { name: 'Visited on' }), dayAfter(-1));
  await visit.getByRole('textbox', { name: 'Next step', exact: true }).fill('Quote');
  await fillDate(visit.getByRole('textbox', { name: 'Next follow-up' }), dayAfter(7));
  await saveForm(visit);

  const plan = await create('Plan');
  await plan.getByRole('textbox', { name: 'Plan', exact: true }).fill('Prepare the quote');
  await fillDate(plan.getByRole('textbox', { name: 'From' }), dayAfter(3));
  await fillDate(plan.getByRole('textbox', { name: 'To', exact: true }), dayAfter(1));
  await plan
    .getByText(/Must not be before/)
    .first()
    .waitFor();
  await fillDate(plan.getByRole('textbox', { name: 'To', exact: true }), dayAfter(7));
  await saveForm(plan);
  await page.getByRole('main').getByText('Prepare the quote').first().waitFor();

  const { id: contactId } = contacts[0]!;
  await seller.call('saveQuote', { body: { name: 'For Li Na', customerId: id, contactId } });
  await page.goto(`/main/operation/customerContact/${contactId}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByText(/Quote.*For Li Na|Quote/)
    .first()
    .waitFor();
  expect(await seller.call('contactsOfCustomer', { query: { customerId: id } })).toHaveLength(2);

  await page.goto(`${CUSTOMERS}/${id}`);
  await page.getByRole('main').getByText(dayAfter(-1)).first().waitFor();
});
