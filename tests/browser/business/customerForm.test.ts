/** A new customer is looked up in the register, found on the map, and compared with existing ones (S4). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { recordLinks } from '../../support/browser/listPage.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

const LIST = '/main/appliance/customer';
const COMPANY = {
  ...{ name: 'Lake Electronics Ltd', taxNumber: '91320594MA1X0C5K7F', address: '1 Lake Road, Suzhou' },
  ...{ phone: '0512-65550100', bank: 'Lake Bank', account: '6222021000000001' },
};
const OTHER = { name: 'Lake Machines Ltd', taxNumber: '91320214000000000X', address: '2 Lake Road, Wuxi' };

let outside: Server;
let server: TestServer;
let client: Client;
let username: string;
let page: Page;

beforeAll(async () => {
  outside = createServer((request, response) => {
    const url = decodeURIComponent(request.url ?? '');
    const found = [COMPANY, OTHER].filter(
      ({ name, taxNumber }) => url.endsWith(taxNumber) || (url.includes('Lake') && name.includes('Lake')),
    );
    response.end(JSON.stringify(found));
  });
  await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done));
  const home = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  server = await startServer({ env: { WATTDECK_REGISTER_URL: `${home}/companies/{text}` } });
  const tenant = await makeTenant(server);
  ({ username } = await makePerson(server, [tenant], { role: 'sales' }));
  client = await login(server, username, PASSWORD);
  await client.call('intoCustomer', { body: { name: 'Lake Machines Ltd' } });
});
afterAll(async () => {
  await server?.stop();
  outside?.closeAllConnections();
  outside?.close();
});

async function openList(): Promise<void> {
  // The register answers 404 for an unknown company.
  page = await openPage(server, { allow: [/youyouCustomerInfo/] });
  await signIn(page, server, { username, password: PASSWORD }, LIST);
}

const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const lookUp = (name: string) =>
  page
    .locator('div')
    .filter({ has: box(name) })
    .last()
    .getByRole('button', { name: 'Look up' })
    .click();

describe('a new customer', () => {
  it('is compared with similar names, filled from the register and found on the map', async () => {
    await openList();
    await page.getByRole('button', { name: 'New customer' }).first().click();
    await box('Customer name').fill('Lake Machines (Co., Ltd.)');
    await page.getByText(/Possible duplicate: Lake Machines Ltd/).waitFor();
    await box('Customer name').fill('Lake');
    await lookUp('Customer name');
    await page.getByRole('list', { name: 'Results' }).getByText(COMPANY.name).click();
    await expect.poll(() => box('Tax number').inputValue()).toBe(COMPANY.taxNumber);
    expect(await box('Customer name').inputValue()).toBe(COMPANY.name);
    await lookUp('Tax number');
    await expect.poll(() => box('Account').inputValue()).toBe(COMPANY.account);
    await lookUp('Address');
    await expect.poll(() => box('City').inputValue()).not.toBe('');
    await box('Tax number').fill('99999999999999999');
    await lookUp('Tax number');
    await page.getByText('No result. Enter it manually.').waitFor();
    await box('Tax number').fill('91320594MA1X0C5K7G');
    await page.getByText(/check character of the Tax number is wrong/).waitFor();
    // The server accepts the value nevertheless.
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const { records } = await client.call('getCustomerList', { query: { search: COMPANY.name } });
    expect(records[0]).toMatchObject({
      ...{ taxNumber: '91320594MA1X0C5K7G', account: COMPANY.account },
      ...{ longitude: expect.any(Number), region: expect.any(String) },
    });
  });

  it('is not reported as its own duplicate when edited', async () => {
    await client.call('intoCustomer', { body: { name: 'Harbour Machines Ltd' } });
    await openList();
    const paths: string[] = [];
    page.on('request', (request) => void paths.push(new URL(request.url()).pathname));
    await recordLinks(page).filter({ hasText: 'Lake Machines Ltd' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog').last();
    const name = form.getByRole('textbox', { name: 'Customer name', exact: true });
    await expect.poll(() => name.inputValue()).toBe('Lake Machines Ltd');
    // Another customer has this name. Both checks have the same delay.
    await name.fill('Harbour Machines Ltd');
    await form
      .getByText(/already in use/)
      .first()
      .waitFor();
    expect(paths.filter((path) => path.endsWith('/similar'))).toEqual([]);
  });

  it('is handed over and shared from the menu of its row', async () => {
    await openList();
    const menu = () =>
      page
        .getByRole('button', { name: /Lake Machines Ltd/ })
        .last()
        .click();
    await menu();
    await page.getByRole('menuitem', { name: 'Share', exact: true }).click();
    await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Close' }).last().click();
    await menu();
    await page.getByRole('menuitem', { name: 'Hand over', exact: true }).click();
    await page.getByRole('dialog', { name: 'Hand over' }).waitFor();
  });
});
