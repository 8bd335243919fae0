import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { names, recordLinks } from '../../support/browser/listPage.ts';
import { makeDept, makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

/** Creates a tenant with this number of customers, and opens its list on a phone. */
async function openList(count: number) {
  const tenant = await makeTenant(server);
  const seller = { role: 'sales', permissions: ['customer:*'] };
  const { username } = await makePerson(server, [tenant], seller);
  const client = await login(server, username, PASSWORD);
  for (let index = 0; index < count; index++)
    await client.call('customerCreate', { body: { name: `Customer 0${index}` } });
  const page = await openPage(server, { width: 390, height: 844 });
  await signIn(page, server, { username, password: PASSWORD }, '/main/appliance/customer');
  await recordLinks(page).first().waitFor();
  return { page, client };
}

/** Waits for a value, because a busy machine is slow. */
const eventually = <T>(read: () => T) => expect.poll(read);

describe('a list on a phone', () => {
  it('sums the selected records, and submits for approval from the menu of a card', async () => {
    const tenant = await makeTenant(server);
    const { userId, username } = await makePerson(server, [tenant], { permissions: ['leave:*@own'] });
    const manager = await makePerson(server, [tenant]);
    await makeDept(server, tenant, manager.userId, [userId]);
    const client = await login(server, username, PASSWORD);
    for (const days of [1, 2])
      await client.call('leaveCreate', {
        body: {
          subject: `Leave ${days}`,
          type: 'sick',
          startDate: '2026-12-01',
          endDate: `2026-12-0${days}`,
        },
      });
    const page = await openPage(server, { width: 390, height: 844 });
    await signIn(page, server, { username, password: PASSWORD }, '/main/apply/leave');
    const sums = page.getByRole('region', { name: 'Total' });
    await eventually(() => sums.innerText()).toMatch(/Days\s+3/);
    await page.getByRole('button', { name: 'Actions for “Leave 2”' }).click();
    await page.getByRole('menuitem', { name: 'Submit for approval' }).click();
    await page.getByText('Submitted for approval').waitFor();
    const cards = page.getByRole('main').getByRole('listitem');
    await eventually(() => cards.filter({ hasText: 'Leave 2' }).innerText()).toMatch(/Pending/);
    expect(await cards.filter({ hasText: 'Leave 1' }).innerText()).toMatch(/Draft/);
    await page.getByRole('button', { name: 'Actions for “Leave 2”' }).click();
    await page.getByRole('menuitem', { name: 'View' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Submit for approval' }).count()).toBe(0);
  });

  it('selects cards, changes them together, and has its tools in one menu', async () => {
    const { page, client } = await openList(3);
    await page.getByRole('button', { name: 'More actions' }).click();
    const tools = page.getByRole('menuitem');
    await eventually(() => tools.allInnerTexts()).toEqual(['Select several', 'Import', 'Export', 'Print']);
    await page.getByRole('menuitem', { name: 'Select several' }).click();
    const bar = page.getByRole('toolbar', { name: 'Actions on the selected records' });
    expect(await bar.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Customer 01' }).check();
    await bar.getByText('1 selected').waitFor();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1' }).click();
    await page.getByText('Records deleted').waitFor();
    await bar.waitFor({ state: 'detached' });
    expect((await client.call('getCustomerList')).total).toBe(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  it('begins a selection with a long touch, which opens nothing', async () => {
    const { page } = await openList(2);
    const card = page.getByRole('listitem').filter({ hasText: 'Customer 00' });
    const touch = { pointerType: 'touch', bubbles: true };
    await card.dispatchEvent('pointerdown', touch);
    await page.getByRole('checkbox', { name: 'Customer 00' }).waitFor();
    await card.dispatchEvent('pointerup', touch);
    await card.dispatchEvent('click');
    expect(await page.getByRole('checkbox', { name: 'Customer 00' }).isChecked()).toBe(true);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await eventually(() => names(page).then((all) => all.sort())).toEqual(['Customer 00', 'Customer 01']);
  });
});
