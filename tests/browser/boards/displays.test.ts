/** A list can also show cards, columns, days, bars and places, with the same search and permissions. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { eventually, LIST } from '../../support/browser/listPage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type Client, login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

async function openAs(path: string, prepare: (client: Client) => Promise<unknown>, ...permissions: string[]) {
  const { username } = await makePerson(server, [await makeTenant(server)], { permissions });
  const account = { username, password: PASSWORD };
  const client = await login(server, username, PASSWORD);
  await prepare(client);
  const page = await openPage(server);
  await signIn(page, server, account, path);
  return { page, client, account };
}

const customers = (client: Client) =>
  Promise.all(
    [
      { name: 'Star Harbour', level: 'VIP' as const, longitude: 120.6, latitude: 31.3 },
      { name: 'Lake Works', level: 'NP' as const, longitude: 100.3, latitude: 5.4 },
    ].map((body) => client.call('customerCreate', { body })),
  );

const column = (page: Page, name: string) =>
  page.getByRole('main').getByRole('region', { name, exact: true });
const cards = (page: Page, name: string) =>
  column(page, name).getByRole('listitem').locator('[aria-haspopup=dialog]');

describe('columns', () => {
  it('move a card by a transition, by pointer and by keyboard, and explain impossible moves', async () => {
    const { page, account } = await openAs(`${LIST}?as=kanban`, customers, 'customer:*');
    await eventually(async () => (await cards(page, 'Developing').allInnerTexts()).toSorted()).toEqual([
      'Lake Works',
      'Star Harbour',
    ]);
    const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await card('Star Harbour').dragTo(column(page, 'Deal'));
    await eventually(() => cards(page, 'Deal').allInnerTexts()).toEqual(['Star Harbour']);
    expect(await cards(page, 'Developing').allInnerTexts()).toEqual(['Lake Works']);
    await card('Star Harbour').dragTo(column(page, 'Developing'));
    await page.getByText('No transition from “Deal” to “Developing”').waitFor();
    // The card moves once the form of its transition is sent.
    await card('Lake Works').dragTo(column(page, 'Lost'));
    await page.getByRole('dialog').getByRole('textbox').fill('The price');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as lost' }).click();
    await eventually(() => cards(page, 'Lost').allInnerTexts()).toEqual(['Lake Works']);
    await page.getByRole('button', { name: 'Star Harbour', exact: true }).press('Alt+ArrowRight');
    await eventually(() => cards(page, 'Repeat deal').allInnerTexts()).toEqual(['Star Harbour']);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await eventually(focused).toBe('Star Harbour');
    // The chosen display is stored and used at the next visit.
    await page.getByRole('radio', { name: 'Map' }).locator('..').click();
    await page.getByRole('button', { name: 'Star Harbour', exact: true }).waitFor();
    const again = await openPage(server);
    await signIn(again, server, account, LIST);
    await again.getByRole('button', { name: 'Zoom in' }).waitFor();
    expect(new URL(again.url()).searchParams.get('as')).toBeNull();
  });

  it('show a card in its new place during the request, and in the old one after a refusal', async () => {
    const { page } = await openAs(`${LIST}?as=kanban`, customers, 'customer:*');
    const gate = Promise.withResolvers<void>();
    await page.route('**/transition', async (route) => {
      await gate.promise;
      await route.fulfill({ status: 200, json: { code: 40900, message: 'Somebody was faster' } });
    });
    await page.getByRole('listitem').filter({ hasText: 'Star Harbour' }).dragTo(column(page, 'Deal'));
    await eventually(() => cards(page, 'Deal').allInnerTexts()).toEqual(['Star Harbour']);
    expect(await cards(page, 'Developing').allInnerTexts()).toEqual(['Lake Works']);
    await column(page, 'Developing').getByRole('heading', { name: /1$/ }).waitFor();
    gate.resolve();
    await eventually(async () => (await cards(page, 'Developing').allInnerTexts()).toSorted()).toEqual([
      'Lake Works',
      'Star Harbour',
    ]);
    expect(await cards(page, 'Deal').allInnerTexts()).toEqual([]);
  });

  it('contain a card once, even if one column was not reloaded', async () => {
    const { page } = await openAs(`${LIST}?as=kanban`, customers, 'customer:*');
    await eventually(() => cards(page, 'Developing').count()).toBe(2);
    await page.route(/getCustomerList.*developing/, () => {});
    await page.getByRole('listitem').filter({ hasText: 'Lake Works' }).dragTo(column(page, 'Lost'));
    await page.getByRole('dialog').getByRole('textbox').fill('The price');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as lost' }).click();
    await eventually(() => cards(page, 'Lost').allInnerTexts()).toEqual(['Lake Works']);
    expect(await cards(page, 'Developing').allInnerTexts()).toEqual(['Star Harbour']);
  });

  it('have no movable cards without the permission, and follow the search', async () => {
    const { page } = await openAs(
      `${LIST}?as=kanban&q=Lake`,
      customers,
      'customer:list',
      'customer:create',
      'customer:get',
    );
    await eventually(() => cards(page, 'Developing').allInnerTexts()).toEqual(['Lake Works']);
    await page.getByRole('button', { name: 'Lake Works', exact: true }).press('Alt+ArrowRight');
    await page.getByText('You have no permission for this').waitFor();
    expect(await cards(page, 'Developing').allInnerTexts()).toEqual(['Lake Works']);
  });
});

describe('days and bars', () => {
  const orders = async (client: Client) => {
    await client.call('stationCreate', { body: { sn: 'DY-1', name: 'Yard', timeZone: 'UTC' } });
    const now = new Date();
    const dueTime = new Date(now.getFullYear(), now.getMonth(), 15, 9).toISOString();
    const body = {
      name: 'Check the fuse',
      stationSn: 'DY-1',
      type: 'repair',
      priority: 'high',
      dueTime,
    } as const;
    await client.call('siteWorksheetCreate', { body });
  };
  const WORK = '/main/ems/workOrders';

  it('contain the records, and move one to another day by keyboard', async () => {
    const { page } = await openAs(`${WORK}?as=calendar`, orders, 'siteWorksheet:*', 'station:*');
    const entry = page.getByRole('button', { name: 'Check the fuse' });
    const dayOf = () =>
      entry.evaluate((element) => element.closest('ol > li')?.querySelector('time')?.textContent);
    await entry.waitFor();
    expect(await dayOf()).toBe('15');
    await entry.press('Alt+ArrowRight');
    await eventually(dayOf).toBe('16');
    await page.getByRole('radio', { name: 'Gantt' }).locator('..').click();
    const bar = page.getByRole('button', { name: 'Check the fuse' }).last();
    await bar.waitFor();
    await bar.click();
    await page.getByRole('dialog').getByText('Check the fuse').first().waitFor();
  });

  it('show the chosen record beside the list', async () => {
    const { page } = await openAs(`${LIST}?as=workbench`, customers, 'customer:*');
    await page.getByRole('button', { name: /^Lake Works/ }).click();
    await page.getByRole('region', { name: 'Lake Works' }).getByRole('tab', { name: 'History' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
