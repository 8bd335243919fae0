import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../support/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../support/people.ts';
import { login, startServer, type TestServer } from '../support/server.ts';

const LIST = '/main/appliance/customer';
const SCRIPT = '<img src=x onerror="window.ran=1">';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

/** A tenant of its own with so many customers, and its list opened by somebody who may do everything there. */
async function openList(count: number, lang: 'zh' | 'en' = 'en', allow: RegExp[] = []) {
  const tenant = await makeTenant(server.app.db);
  const { username } = await makePerson(server.app.db, [tenant], {
    role: 'sales',
    permissions: ['customer:*'],
  });
  const client = await login(server, username, PASSWORD);
  for (let index = 0; index < count; index++) {
    const body = {
      name: `Customer ${String(index).padStart(2, '0')}`,
      state: index % 2 ? 'deal' : 'developing',
    };
    await client.call('customerCreate', { body });
  }
  const page = await openPage(server, { lang, allow });
  await signIn(page, server, { username, password: PASSWORD });
  await page.goto(LIST);
  await page.locator('.wd-list').waitFor();
  return { page, client };
}

const names = (page: Page) => page.locator('.wd-list-link').allInnerTexts();
const rowMenu = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for “${name}”` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

describe('a generated list', () => {
  it('offers to create the first record, says what is missing in the language, and saves with Enter', async () => {
    const { page } = await openList(0, 'zh');
    await page.getByText('还没有客户').waitFor();
    await page.getByRole('button', { name: '新建客户' }).first().click();
    const name = page.getByLabel('客户名称');
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('请填写客户名称').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    const described = await name.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).innerText()).toBe('请填写客户名称');
    await name.fill('苏州电力');
    await page.getByText('请填写客户名称').waitFor({ state: 'detached' });
    await name.press('Enter');
    await page.getByText('已保存').waitFor();
    expect(await names(page)).toEqual(['苏州电力']);
  });

  it('says in English what is wrong once a field is left, and shows script as the text it is', async () => {
    const { page } = await openList(0);
    await page.getByRole('button', { name: 'New customer' }).first().click();
    await page.getByLabel('Tax number').fill('abc');
    await page.getByLabel('Tax number').press('Tab');
    await page.getByText('Tax number does not have the right form').waitFor();
    await page.getByLabel('Tax number').fill('');
    await page.getByLabel('Customer name').fill(SCRIPT);
    await page.getByRole('textbox', { name: 'Remark' }).fill(SCRIPT);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: SCRIPT, exact: true }).click();
    await page.locator('.wd-shown', { hasText: SCRIPT }).last().waitFor();
    expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
  });

  it('sorts by the header, by several with Shift, and keeps it in the address', async () => {
    const { page } = await openList(4);
    const header = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
    await header('Customer name').click();
    await expect
      .poll(() => names(page))
      .toEqual(['Customer 00', 'Customer 01', 'Customer 02', 'Customer 03']);
    await header('Customer name').click();
    await expect
      .poll(() => names(page))
      .toEqual(['Customer 03', 'Customer 02', 'Customer 01', 'Customer 00']);
    await header('State').click();
    await header('Customer name').click({ modifiers: ['Shift'] });
    await expect
      .poll(() => names(page))
      .toEqual(['Customer 01', 'Customer 03', 'Customer 00', 'Customer 02']);
    await page.reload();
    await expect
      .poll(() => names(page))
      .toEqual(['Customer 01', 'Customer 03', 'Customer 00', 'Customer 02']);
  });

  it('searches, filters, and offers to clear when nothing matches', async () => {
    const { page } = await openList(12);
    await page.getByRole('searchbox').fill('1 cust');
    const sorted = () => names(page).then((all) => all.sort());
    await expect.poll(sorted).toEqual(['Customer 01', 'Customer 10', 'Customer 11']);
    await page.getByRole('button', { name: 'State', exact: true }).first().click();
    await page.getByRole('checkbox', { name: 'Deal', exact: true }).check();
    await expect.poll(sorted).toEqual(['Customer 01', 'Customer 11']);
    await page.getByRole('searchbox').fill('nobody');
    await page.getByText('No matching customer').waitFor();
    await page.locator('.wd-list-state').getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('12 in total').waitFor();
  });

  it('turns pages and changes their size', async () => {
    const { page } = await openList(12);
    await expect.poll(() => names(page).then((all) => all.length)).toBe(10);
    await page.getByRole('listitem', { name: '2' }).click();
    await expect.poll(() => names(page).then((all) => all.length)).toBe(2);
    await page.locator('.ant-pagination-options .ant-select').click();
    await page.getByText('15 / page').click();
    await expect.poll(() => names(page).then((all) => all.length)).toBe(12);
    expect(new URL(page.url()).search).toBe('?size=15');
  });

  it('opens a record from its name and from its address, changes it, and asks before changes are lost', async () => {
    const { page } = await openList(1);
    await page.getByRole('button', { name: 'Customer 00', exact: true }).click();
    const drawer = page.getByRole('dialog').first();
    await drawer.getByText('Developing').waitFor();
    await page.reload();
    await drawer.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'City' }).fill('Ningbo');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('textbox', { name: 'City' }).press('Enter');
    await page.getByText('Saved').waitFor();
    await drawer.getByText('Ningbo').waitFor();
  });

  it('joins both changes when somebody else saved first', async () => {
    const { page, client } = await openList(1, 'en', [/status of 409/]);
    await rowMenu(page, 'Customer 00', 'Edit');
    await page.getByRole('textbox', { name: 'City' }).fill('Ningbo');
    const [record] = (await client.call('getCustomerList')).records;
    await client.call('updateCustomer', {
      body: { id: record!.id, version: record!.version, address: 'Street 1' },
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Load the latest and keep my changes' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('Street 1');
    expect(await page.getByRole('textbox', { name: 'City' }).inputValue()).toBe('Ningbo');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    const [saved] = (await client.call('getCustomerList')).records;
    expect(saved).toMatchObject({ city: 'Ningbo', address: 'Street 1' });
  });

  it('deletes after asking in the words of the specification (V134)', async () => {
    const { page } = await openList(2);
    await rowMenu(page, 'Customer 00', 'Delete');
    const question = page.getByRole('dialog', { name: 'Are you sure to delete?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await rowMenu(page, 'Customer 00', 'Delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => names(page)).toEqual(['Customer 01']);
  });

  it('offers only what the server allows with a row', async () => {
    const tenant = await makeTenant(server.app.db);
    const owner = await makePerson(server.app.db, [tenant], { role: 'sales', permissions: ['customer:*'] });
    const reader = await makePerson(server.app.db, [tenant], {
      permissions: ['customer:list', 'customer:get'],
    });
    await (await login(server, owner.username, PASSWORD)).call('customerCreate', {
      body: { name: 'Fixed', state: 'deal' },
    });
    const page = await openPage(server, { lang: 'en' });
    await signIn(page, server, { username: reader.username, password: PASSWORD });
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Actions for “Fixed”' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['View']);
    expect(await page.getByRole('button', { name: 'New customer' }).count()).toBe(0);
  });
});
