import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, type PageOptions, signIn } from '../../support/browser/browser.ts';
import { customer, eventually, LIST, names, openCustomers } from '../../support/browser/listPage.ts';
import { offered } from '../../support/browser/options.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const openList = (count: number, options?: PageOptions) => openCustomers(server, count, options);
const SCRIPT = '<img src=x onerror="window.ran=1">';

const rowMenu = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for “${name}”` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

describe('a generated list', () => {
  it('offers to create the first record, shows missing values in the language, and saves with Enter', async () => {
    const { page } = await openList(0, { lang: 'zh' });
    await page.getByText('还没有客户').waitFor();
    await page.getByRole('button', { name: '新建客户' }).first().click();
    const name = page.getByLabel('客户名称');
    await eventually(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('请填写客户名称').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    const described = await name.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).innerText()).toBe('请填写客户名称');
    await name.fill('苏州电力');
    await page.getByText('请填写客户名称').waitFor({ state: 'detached' });
    await name.press('Enter');
    await page.getByText('已保存').waitFor();
    await eventually(() => names(page)).toEqual(['苏州电力']);
  });

  it('shows errors in English when a field is left, and shows script as text', async () => {
    const { page } = await openList(0);
    await page.getByRole('button', { name: 'New customer' }).first().click();
    await page.getByLabel('Tax number').fill('abc');
    await page.getByLabel('Tax number').press('Tab');
    await page.getByText('Tax number has 15 to 20 capital letters or digits').waitFor();
    await page.getByLabel('Tax number').fill('');
    await page.getByLabel('Customer name').fill(SCRIPT);
    await page.getByRole('textbox', { name: 'Remark' }).fill(SCRIPT);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: SCRIPT, exact: true }).click();
    await page.getByRole('dialog').getByText(SCRIPT).last().waitFor();
    expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
  });

  it('sorts by the header, by several with Shift, and stores it in the address', async () => {
    const { page } = await openList(4);
    const header = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
    await header('Customer name').click();
    await eventually(() => names(page)).toEqual(['Customer 00', 'Customer 01', 'Customer 02', 'Customer 03']);
    await header('Customer name').click();
    await eventually(() => names(page)).toEqual(['Customer 03', 'Customer 02', 'Customer 01', 'Customer 00']);
    await header('Level').click();
    await header('Customer name').click({ modifiers: ['Shift'] });
    await eventually(() => names(page)).toEqual(['Customer 01', 'Customer 03', 'Customer 00', 'Customer 02']);
    await page.reload();
    await eventually(() => names(page)).toEqual(['Customer 01', 'Customer 03', 'Customer 00', 'Customer 02']);
  });

  it('searches, filters, and offers to clear when nothing matches', async () => {
    const { page } = await openList(12);
    // Customer 00 has the number K000001, and Customer 09 the number K000010.
    const found = [0, 1, 9, 10, 11].map((at) => `Customer ${String(at).padStart(2, '0')}`);
    await page.getByRole('searchbox').fill('1 cust');
    const sorted = () => names(page).then((all) => all.sort());
    await eventually(sorted).toEqual(found);
    await page.getByRole('button', { name: 'Level', exact: true }).first().click();
    await page.getByRole('checkbox', { name: 'NP', exact: true }).check();
    await eventually(sorted).toEqual(['Customer 01', 'Customer 09', 'Customer 11']);
    await page.getByRole('searchbox').fill('nobody');
    await page.getByText('No matching customer').waitFor();
    expect(await page.getByRole('combobox', { name: 'Page Size' }).count()).toBe(0);
    await page.getByRole('status').getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('12 in total').waitFor();
  });

  it('turns pages and changes their size', async () => {
    const { page } = await openList(12);
    await eventually(() => names(page).then((all) => all.length)).toBe(10);
    await page.getByRole('listitem', { name: '2' }).click();
    await eventually(() => names(page).then((all) => all.length)).toBe(2);
    await page.getByRole('combobox', { name: 'Page Size' }).click();
    // V160
    const sizes = offered(page);
    await eventually(() => sizes.allInnerTexts()).toEqual(
      [10, 15, 20, 30, 40, 50].map((size) => `${size} / page`),
    );
    await page.getByText('15 / page').click();
    await eventually(() => names(page).then((all) => all.length)).toBe(12);
    expect(new URL(page.url()).search).toBe('?size=15');
  });

  it('opens a record by its name and by its address, changes it, and asks before changes are lost', async () => {
    const { page } = await openList(1);
    await page.getByRole('button', { name: 'Customer 00', exact: true }).click();
    const drawer = page.getByRole('dialog').first();
    await drawer.getByText('Developing').first().waitFor();
    await page.reload();
    await drawer.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'City' }).fill('Ningbo');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('textbox', { name: 'City' }).press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    await drawer.getByText('Ningbo').waitFor();
  });

  it('deletes after a confirmation with the specified text (V134)', async () => {
    const { page } = await openList(2);
    await rowMenu(page, 'Customer 00', 'Delete');
    const question = page.getByRole('dialog', { name: 'Delete this record?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await rowMenu(page, 'Customer 00', 'Delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await eventually(() => names(page)).toEqual(['Customer 01']);
  });

  it('offers only the actions that the server allows for a row', async () => {
    const tenant = await makeTenant(server);
    const owner = await makePerson(server, [tenant], { role: 'sales', permissions: ['customer:*'] });
    const reader = await makePerson(server, [tenant], {
      permissions: ['customer:list', 'customer:get'],
    });
    const glancer = await makePerson(server, [tenant], { permissions: ['customer:list'] });
    const { id } = await (await login(server, owner.username, PASSWORD)).call('customerCreate', {
      body: { name: 'Fixed' },
    });
    const open = async (username: string, address = LIST) => {
      const page = await openPage(server);
      await signIn(page, server, { username, password: PASSWORD }, address);
      await page.getByRole('button', { name: 'Actions for “Fixed”' }).click();
      const possible = page.locator('[role=menuitem]:not([aria-disabled=true])');
      return { page, possible: await possible.allInnerTexts() };
    };
    const reading = await open(reader.username);
    expect(reading.possible).toEqual(['View', 'Why can’t I …?']);
    expect(await reading.page.getByRole('button', { name: 'New customer' }).count()).toBe(0);
    expect(await reading.page.getByRole('button', { name: 'Fixed', exact: true }).count()).toBe(1);
    const glancing = await open(glancer.username, `${LIST}?open=${id}`);
    expect(glancing.possible).toEqual(['Why can’t I …?']);
    expect(await glancing.page.getByRole('button', { name: 'Fixed', exact: true }).count()).toBe(0);
    expect(await glancing.page.getByRole('dialog').count()).toBe(0);
  });
});

describe('records in which the user participates', () => {
  it('are shown by a switch, only with the permission', async () => {
    const tenant = await makeTenant(server);
    const person = (permissions: string[]) => makePerson(server, [tenant], { permissions });
    const mine = await person(['customer:list', 'customer:get', 'customer:create', 'customer:participation']);
    const other = await person(['customer:list', 'customer:get', 'customer:create']);
    for (const [index, { username }] of [mine, other].entries())
      await (await login(server, username, PASSWORD)).call('customerCreate', { body: customer(index) });
    const open = async ({ username }: typeof mine) => {
      const page = await openPage(server);
      await signIn(page, server, { username, password: PASSWORD }, LIST);
      await eventually(() => names(page).then((all) => all.sort())).toEqual(['Customer 00', 'Customer 01']);
      return page;
    };
    const page = await open(mine);
    const own = page.getByRole('switch', { name: 'I take part in' });
    await own.click();
    await eventually(() => names(page)).toEqual(['Customer 00']);
    await own.click();
    await eventually(() => names(page).then((all) => all.length)).toBe(2);
    const without = await open(other);
    expect(await without.getByRole('switch', { name: 'I take part in' }).count()).toBe(0);
  });
});

describe('a row', () => {
  it('is expanded by keyboard and shows fields without a column', async () => {
    const { page } = await openList(2);
    const open = page.getByRole('button', { name: 'Details of “Customer 00”' });
    expect(await open.getAttribute('aria-expanded')).toBe('false');
    await open.press('Enter');
    const details = page.getByRole('region', { name: 'Details of “Customer 00”' });
    await details.getByText('Created').waitFor();
    expect(await open.getAttribute('aria-expanded')).toBe('true');
    await open.press('Enter');
    await details.waitFor({ state: 'detached' });
  });

  it('is below its parent: collapsed and expanded by arrow keys, found with its parents', async () => {
    const tenant = await makeTenant(server);
    const chief = await makePerson(server, [tenant], { role: 'administrator' });
    const boss = await login(server, chief.username, PASSWORD);
    const add = (name: string, parentId?: number) =>
      boss.call('deptSave', { body: { name, managerId: chief.userId, ...(parentId && { parentId }) } });
    const office = await add('Office');
    const sales = await add('Sales', office.id);
    await add('North', sales.id);
    await add('Purchase', office.id);
    const page = await openPage(server);
    await signIn(page, server, { username: chief.username, password: PASSWORD }, '/main/operation/dept');
    const row = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) });
    await eventually(() => names(page)).toEqual(['Office', 'Purchase', 'Sales', 'North']);
    expect(await row('North').getAttribute('aria-level')).toBe('3');
    await page.getByRole('button', { name: 'Sales', exact: true }).press('ArrowLeft');
    await eventually(() => names(page)).toEqual(['Office', 'Purchase', 'Sales']);
    expect(await row('Sales').getAttribute('aria-expanded')).toBe('false');
    await page.getByRole('searchbox').fill('nor');
    await eventually(() => names(page)).toEqual(['Office', 'Sales', 'North']);
    await page.getByText('1 in total').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select “Sales”' }).isDisabled()).toBe(true);
  });
});

describe('the filter builder', () => {
  it('joins conditions of any field with "or", and stores them in the address', async () => {
    const { page } = await openList(4);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByText('Any of').click();
    await page.getByRole('textbox', { name: 'Customer name' }).fill('er 00');
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('textbox', { name: 'Customer name' }).nth(1).fill('er 03');
    await page.getByRole('button', { name: 'Apply' }).click();
    const sorted = () => names(page).then((all) => all.sort());
    await eventually(sorted).toEqual(['Customer 00', 'Customer 03']);
    await page.reload();
    await eventually(sorted).toEqual(['Customer 00', 'Customer 03']);
    await page.getByRole('button', { name: 'More filters (2)' }).waitFor();
    // The address alone is enough for another user to see the same rows.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await eventually(() => names(other).then((all) => all.sort())).toEqual(['Customer 00', 'Customer 03']);
  });
});

describe('a filter by references', () => {
  it('offers them by name, in the filter and in the builder, and finds records with any of them', async () => {
    const tenant = await makeTenant(server);
    const make = (name: string, role: string | null, permissions: string[] = []) =>
      makePerson(server, [tenant], { name, role, permissions });
    const { username } = await make('Ada', null, ['user:list', 'user:get', 'role:list', 'role:get']);
    await make('Sam', 'sales');
    await make('Fay', 'finance');
    const page = await openPage(server);
    await signIn(page, server, { username, password: PASSWORD }, '/main/operation/user');
    const shown = () => names(page).then((all) => all.sort());
    await eventually(shown).toEqual(['Ada', 'Fay', 'Sam']);
    const pill = page.getByRole('button', { name: /^Roles?/ }).first();
    await pill.click();
    const roles = page.getByRole('combobox', { name: /^Roles?/ });
    await roles.click();
    await page.getByTitle('Sales', { exact: true }).click();
    await eventually(shown).toEqual(['Sam']);
    await page.getByTitle('Finance', { exact: true }).click();
    await eventually(shown).toEqual(['Fay', 'Sam']);
    await page.reload();
    await page.getByRole('button', { name: /^Roles?: ?Sales \+1/ }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('combobox', { name: 'Field' }).fill('Created by');
    await page.keyboard.press('Enter');
    await page
      .getByRole('combobox', { name: /Created by/ })
      .first()
      .click();
    await page.getByTitle('is me').click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No matching user').waitFor();
  });
});

describe('many records at once', () => {
  it('changes all filtered records, and asks again if their number differs from the shown one', async () => {
    const { page, client } = await openList(12, { allow: [/status of 409/] });
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
    await page.getByRole('button', { name: 'Select all 12 filtered records' }).click();
    await page.getByRole('button', { name: 'Bulk edit' }).click();
    await page.getByRole('combobox', { name: 'Fields to change' }).click();
    await page.keyboard.type('City');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'City' }).fill('Ningbo');
    await client.call('customerCreate', { body: customer(12) });
    await page.getByRole('button', { name: 'Change 12' }).click();
    await page.getByRole('dialog', { name: 'The number of records changed from 12 to 13' }).waitFor();
    expect((await client.call('getCustomerList')).records[0]).toMatchObject({ city: null });
    await page.getByRole('button', { name: 'Continue with 13' }).click();
    await page.getByText('Records changed').waitFor();
    const { records } = await client.call('getCustomerList', { query: { size: 50 } });
    expect(records.map(({ city }) => city)).toEqual(new Array(13).fill('Ningbo'));
  });
});

describe('the endless mode', () => {
  it('loads on scrolling, and draws only visible rows', async () => {
    const { page } = await openList(130);
    await page.getByText('Endless').click();
    await page.getByText('100 of 130 loaded').waitFor();
    await page
      .getByRole('table')
      .locator('..')
      .evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
    await page.getByText('130 in total').waitFor();
    expect(await page.locator('tbody tr').count()).toBeLessThan(60);
    expect(new URL(page.url()).search).toBe('?mode=endless');
    const onTheWay = await page
      .getByRole('table')
      .locator('..')
      .evaluate(async (frame) => {
        const rows = () => frame.querySelectorAll('tbody tr[aria-rowindex]').length;
        let onTheWay = Number.POSITIVE_INFINITY;
        // A slow machine may skip the drawing after one jump, but not after every jump.
        const watch = new MutationObserver(() => {
          onTheWay = Math.min(onTheWay, rows());
        });
        watch.observe(frame, { subtree: true, childList: true, characterData: true });
        const drawn = () => new Promise((done) => requestAnimationFrame(done));
        for (let jump = 0; jump < 20; jump++) {
          frame.scrollTo(0, jump % 2 === 0 ? 1000 : 3000);
          for (let count = 0; count < 6; count++) await drawn();
        }
        watch.disconnect();
        return onTheWay;
      });
    const rows = page.locator('tbody tr[aria-rowindex]');
    await expect
      .poll(() => rows.count(), { message: 'spare rows wait until one stays' })
      .toBeGreaterThan(onTheWay);
  });
});
