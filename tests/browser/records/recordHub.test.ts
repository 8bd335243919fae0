/** The page of a record is a hub with its figures, records that refer to it, handover and sharing. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, type PageOptions, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { offer } from '../../support/browser/options.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD, type Person } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenant: number;
let chief: Person;
let boss: Client;
let colleague: Person;
let customerId: number;
let orderId: number;
let quoteId: number;

/** Creates a customer with a signed order of 1,000.00, of which 400.00 is paid, and a quote. */
beforeAll(async () => {
  server = await sharedServer();
  tenant = await makeTenant(server);
  chief = await makePerson(server, [tenant], { role: 'administrator', name: 'Chief Zhang' });
  colleague = await makePerson(server, [tenant], { role: 'sales', name: 'Mei Lin' });
  boss = await login(server, chief.username, PASSWORD);
  customerId = (await boss.call('customerCreate', { body: { name: 'Harbour Works' } })).id;
  const lines = [{ item: 'Cabinet', price: '1000.00', taxRate: 0 }];
  const plan = [{ name: 'All', amount: '1000.00', due: '2026-01-10' }];
  orderId = (await boss.call('saveOrder', { body: { name: 'Storage', customerId, lines, plan } })).id;
  const { version, plan: made } = await boss.call('salesOrderGet', { path: { id: orderId } });
  const path = { entity: 'salesOrder', id: orderId };
  await boss.call('recordTransition', { path, body: { name: 'confirm', version, form: {} } });
  const matches = [{ payId: (made as { id: number }[])[0]!.id, amount: '400.00' }];
  await boss.call('orderReceiptCreate', {
    body: { customerId, amount: '450.00', date: '2026-01-12', matches },
  });
  quoteId = (await boss.call('saveQuote', { body: { name: 'More', customerId, lines } })).id;
});
afterAll(() => server?.stop());

async function open(address: string, options: PageOptions = {}, who = chief): Promise<Page> {
  const page = await openPage(server, options);
  await signIn(page, server, { username: who.username, password: PASSWORD }, address);
  return page;
}
const customerPage = () => `/main/appliance/customer/${customerId}`;

describe.each([
  { lang: 'en', theme: 'default', width: 1440 },
  { lang: 'zh', theme: 'dark', width: 1440 },
  { lang: 'zh', theme: 'default', width: 390 },
  { lang: 'en', theme: 'dark', width: 390 },
] as const)('in $lang, $theme, $width px', (look) => {
  it('the pages of a customer, an order and a quote show their figures', async () => {
    const page = await open(customerPage(), look);
    const head = page.locator('[data-record-head]');
    for (const amount of ['1,000.00', '400.00', '600.00', '50.00'])
      await head.getByText(amount).first().waitFor();
    await page.getByRole('tab').nth(2).waitFor();
    const name = (what: string) => `hub-${what}-${look.lang}-${look.theme}-${look.width}`;
    await keepPicture(page, name('customer'));
    await page.goto(`/main/appliance/sales/orders/${orderId}`);
    await head.getByText('600.00').first().waitFor();
    await head.getByRole('link', { name: 'Harbour Works' }).waitFor();
    await keepPicture(page, name('order'));
    await page.goto(`/main/appliance/sales/quotes/${quoteId}`);
    await head.getByText('1,000.00').first().waitFor();
    await keepPicture(page, name('quote'));
    const isCutOff = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isCutOff).toBe(false);
  });
});

describe('the hub of a role', () => {
  it('lists its users, and preselects the role for a new one', async () => {
    const { records } = await boss.call('rolePage', { query: { search: 'sales' } });
    const page = await open(`/main/operation/role/${records[0]!.id}`);
    await page.getByRole('tab', { name: 'Members' }).click();
    const members = page.getByRole('tabpanel');
    await members.getByRole('button', { name: 'Mei Lin', exact: true }).waitFor();
    expect(await members.getByRole('button', { name: 'Chief Zhang', exact: true }).count()).toBe(0);
    await members.getByRole('button', { name: 'New user' }).click();
    await page.getByRole('dialog').getByText('Sales', { exact: true }).first().waitFor();
    await keepPicture(page, 'hub-role-members');
  });
});

describe('the hub of a customer', () => {
  it('lists records that refer to it on tabs, creates new ones there, and links figures to records', async () => {
    const page = await open(customerPage());
    await page.getByRole('tab', { name: 'Sales order' }).click();
    await page
      .getByRole('button', { name: 'Storage', exact: true })
      .or(page.getByRole('main').getByText('Storage'))
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('salesOrder.customerId');
    // A kind with a tab of its own is not listed again below the fields.
    await page.getByRole('tab', { name: 'Details' }).click();
    expect(await page.getByRole('region', { name: 'Related' }).getByText('Sales order').count()).toBe(0);
    await page
      .locator('[data-record-head]')
      .getByRole('link', { name: /600\.00/ })
      .first()
      .click();
    await page.getByRole('main').getByText('Storage').first().waitFor();
    expect(page.url()).not.toContain(`customer/${customerId}`);
  });

  it('shows a seller no figures over records that they may not list', async () => {
    const reader = await makePerson(server, [tenant], {
      permissions: ['customer:list', 'customer:get', 'quote:list@own', 'salesOrder:list@own'],
    });
    const page = await open(customerPage(), {}, reader);
    await page.getByRole('tab', { name: 'Quote' }).waitFor();
    const tabs = await page.getByRole('tab').allInnerTexts();
    expect(tabs).not.toContain('Receipt');
    // The order belongs to another person, so it does not count.
    await expect.poll(() => page.locator('[data-record-head]').innerText()).not.toContain('1,000.00');
  });

  it('is shared on its page until this is ended, and handed over with its records', async () => {
    const page = await open(customerPage());
    const openDialog = async (name: string) => {
      await page.getByRole('button', { name: 'Transfer or share' }).click();
      await page.getByRole('menuitem', { name }).click();
      return page.getByRole('dialog');
    };
    const dialog = await openDialog('Share');
    await dialog.getByText('Not shared yet').waitFor();
    await dialog.getByRole('combobox', { name: 'People' }).fill('Mei');
    await offer(page, 'Mei Lin').click();
    await dialog.getByText('Read and change').click();
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.getByRole('button', { name: 'Stop sharing with Mei Lin' }).waitFor();
    await keepPicture(page, 'hub-share');
    const path = { entity: 'customer', id: customerId };
    expect(await boss.call('recordShares', { path })).toMatchObject([
      { userId: colleague.userId, right: 'write', endsAt: null },
    ]);
    await dialog.getByRole('button', { name: 'Stop sharing with Mei Lin' }).click();
    await dialog.getByText('Not shared yet').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });

    const handing = await openDialog('Hand over');
    await handing.getByRole('checkbox', { name: 'Quote' }).uncheck();
    await handing.getByRole('combobox', { name: 'New owner' }).fill('Mei');
    await offer(page, 'Mei Lin').click();
    await handing.getByLabel('Reason').fill('new area');
    await keepPicture(page, 'hub-handover');
    await handing.getByRole('button', { name: 'Hand over', exact: true }).click();
    await page.getByText('1 record handed over').first().waitFor();
    const owner = (read: Promise<{ ownerId?: number | null }>) => read.then(({ ownerId }) => ownerId);
    expect(await owner(boss.call('getCustomerInfoById', { query: { id: customerId } }))).toBe(
      colleague.userId,
    );
    expect(await owner(boss.call('salesOrderGet', { path: { id: orderId } }))).toBe(colleague.userId);
    expect(await owner(boss.call('getQuoteById', { query: { id: quoteId } }))).toBe(chief.userId);
  });
});

it('many customers are shared from their list', async () => {
  for (const name of ['Many one', 'Many two']) await boss.call('customerCreate', { body: { name } });
  const page = await open('/main/appliance/customer');
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'People' }).fill('Mei');
  await offer(page, 'Mei Lin').click();
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByText('3 records shared').first().waitFor();
});
