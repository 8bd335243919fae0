/** Readers mark records and filter lists by their marks. An action opens its form, for one record and for many. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, type PageOptions, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD, type Person } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

const CUSTOMERS = '/main/appliance/customer';
const WORK = '/main/ems/workOrders';

let server: TestServer;
let chief: Person;
let boss: Client;
let handler: Client;
let harbour: number;

beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  chief = await makePerson(server, [tenant], { role: 'administrator', name: 'Chief Zhang' });
  boss = await login(server, chief.username, PASSWORD);
  const worker = await makePerson(server, [tenant], { role: 'operator', name: 'Mei Lin' });
  handler = await login(server, worker.username, PASSWORD);
  harbour = (await boss.call('customerCreate', { body: { name: 'Harbour Works' } })).id;
  await boss.call('customerCreate', { body: { name: 'Lake Works' } });
  await boss.call('stationCreate', { body: { sn: 'MK-1', name: 'Yard', timeZone: 'UTC' } });
  const kind = { type: 'repair', priority: 'high', stationSn: 'MK-1' } as const;
  const order = (name: string, handlerId?: number) =>
    boss.call('siteWorksheetCreate', { body: { ...kind, name, handlerId } });
  await order('Check the fuse', worker.userId);
  await order('Clean the fan');
});
afterAll(() => server?.stop());

async function open(address: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage(server, options);
  await signIn(page, server, { username: chief.username, password: PASSWORD }, address);
  return page;
}

describe('a favourite', () => {
  it('is set in the row, found by the switch, and removed on the record’s page', async () => {
    const page = await open(CUSTOMERS);
    const star = page.getByRole('button', { name: 'Favourite: Harbour Works' });
    await star.click();
    await page.getByRole('button', { name: 'Favourite: Harbour Works', pressed: true }).waitFor();
    await page.getByText('My favourites').click();
    await page.getByText('Lake Works').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('mark')).toBe('favourite');
    await page.goto(`${CUSTOMERS}/${harbour}`);
    await page.getByRole('button', { name: 'Favourite: Harbour Works', pressed: true }).click();
    await page.getByRole('button', { name: 'Favourite: Harbour Works', pressed: false }).waitFor();
  });

  it.each([
    { lang: 'en', theme: 'dark', width: 1440 },
    { lang: 'zh', theme: 'default', width: 390 },
  ] as const)('is seen in $lang, $theme, $width px', async (look) => {
    const path = { entity: 'customer', id: harbour, mark: 'favourite' };
    await boss.call('recordMark', { path });
    const page = await open(CUSTOMERS, look);
    const name = /: Harbour Works$/;
    await page.getByRole('button', { name, pressed: true }).first().waitFor();
    await keepPicture(page, `marks-${look.lang}-${look.theme}-${look.width}`);
    await page.getByRole('button', { name, pressed: true }).first().click();
    await page.getByRole('button', { name, pressed: false }).first().waitFor();
  });
});

describe('a like', () => {
  it('is counted in its column, separately from readers of a report', async () => {
    const order = await boss.call('saveOrder', {
      body: {
        ...{ name: 'Cabinets', customerId: harbour, lines: [{ item: 'Hour', price: '5.00' }] },
        plan: [{ name: 'All', amount: '5.65', due: '2026-12-31' }],
      },
    });
    const report = { orderId: order.id, week: '2026-W07', progress: 'Foundation' };
    await boss.call('orderWeeklyReportCreate', { body: report });
    const page = await open('/main/appliance/sales/reports');
    const row = page.getByRole('row').filter({ hasText: 'Foundation' });
    await row.getByRole('button', { name: /^Like: /, pressed: false }).click();
    await row.getByRole('button', { name: /^Like: /, pressed: true }).waitFor();
    await row.getByRole('button', { name: '2026-W07', exact: true }).click();
    await page
      .getByRole('button', { name: /^Like: /, pressed: true })
      .last()
      .waitFor();
    const countMarks = async () => {
      const [listed] = (await boss.call('orderWeeklyReportPage')).records;
      return [listed?.likes, listed?.readers];
    };
    await expect.poll(countMarks).toEqual([1, 1]);
    await keepPicture(page, 'marks-counted');
  });
});

describe('an action', () => {
  it('shows its form on the record, and notifies the named people', async () => {
    const page = await open(WORK);
    await page.getByRole('button', { name: 'Check the fuse', exact: true }).click();
    await page.getByRole('button', { name: 'Send reminder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send reminder' });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('The lights are out');
    await keepPicture(page, 'action-dialog');
    await dialog.getByRole('button', { name: 'Send reminder' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { records } = await handler.call('noticePage', { query: { unread: true } });
    expect(records[0]?.text.en).toContain('The lights are out');
  });

  it('is applied to selected records, with a reason for each refused one', async () => {
    const page = await open(WORK);
    await page.getByText('Clean the fan').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Send reminder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send reminder' });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Today');
    await dialog.getByRole('button', { name: 'Send reminder' }).click();
    await page.getByText(/the work order is not assigned yet/).waitFor();
    await keepPicture(page, 'action-many');
  });
});
