import { readFile } from 'node:fs/promises';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { names, recordLinks } from '../../support/browser/listPage.ts';
import { offered } from '../../support/browser/options.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

/** Creates a tenant with an administrator, a clerk without permissions, and a customer of each. */
async function office() {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const dept = await boss.call('deptSave', { body: { name: 'Sales', managerId: chief.userId } });
  const body = {
    name: 'Lin Xiaoyu',
    username: `clerk${tenant}`,
    password: PASSWORD,
    departments: [{ deptId: dept.id }],
  };
  await boss.call('userSave', { body });
  await boss.call('customerCreate', { body: { name: 'Of the chief', state: 'developing' } });
  return { chief, clerk: body };
}

describe('rights made on screen', () => {
  it('open exactly the pages of the role, and explain the rest', async () => {
    const { chief, clerk } = await office();
    const page = await openPage(server);
    await signIn(page, server, { username: chief.username, password: PASSWORD });

    await page.goto('/main/operation');
    await page.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'New role' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Role key').fill('ownSales');
    await form.getByLabel('Role name').fill('Own customers');
    await form.getByRole('tab', { name: 'Permissions', exact: true }).click();
    await form.getByLabel('Search objects').fill('customer');
    await form.getByLabel('Customer: all actions').selectOption('Own');
    await form.getByLabel('Customer: Delete').selectOption('None');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Own customers', exact: true }).waitFor();

    await page.goto('/main/operation/user');
    await page.getByRole('button', { name: `Actions for “${clerk.name}”` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('combobox', { name: 'Roles' }).fill('Own');
    await page.getByTitle('Own customers').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();

    const own = await login(server, clerk.username, PASSWORD);
    await own.call('customerCreate', { body: { name: 'Of the clerk', state: 'developing' } });
    const desk = await openPage(server);
    await signIn(desk, server, { username: clerk.username, password: PASSWORD });
    await desk.goto('/main/appliance/customer');
    await recordLinks(desk).first().waitFor();
    expect(await names(desk)).toEqual(['Of the clerk']);
    await desk.getByRole('button', { name: 'Actions for “Of the clerk”' }).click();
    expect(await desk.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
    await desk.getByRole('menuitem', { name: 'Why can’t I …?' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByText('This is allowed').waitFor();
    await dialog.getByRole('combobox', { name: 'Action' }).click();
    await desk.getByTitle('Delete').click();
    await dialog.getByText('This is not allowed').waitFor();
    await dialog.getByText('Neither the roles nor the individual permissions').waitFor();
    await dialog.getByText('Who could help: Person').waitFor();
  });

  it('hide a field everywhere and lock another one, by rules on screen', async () => {
    const { chief, clerk } = await office();
    const boss = await login(server, chief.username, PASSWORD);
    const permissions = [
      'customer:list',
      'customer:get',
      'customer:create',
      'customer:update',
      'customer:export',
    ];
    const role = await boss.call('roleCreate', { body: { key: 'ruled', name: 'Ruled', permissions } });
    const { records } = await boss.call('userPage', { query: { search: clerk.username } });
    const { id, version } = records[0]!;
    const body = { id, version, roles: [role.id], departments: clerk.departments };
    await boss.call('userUpdateById', { body });

    const page = await openPage(server);
    await signIn(page, server, { username: chief.username, password: PASSWORD }, '/main/operation/role');
    await page.getByRole('button', { name: 'Actions for “Ruled”' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('tab', { name: 'Field rules' }).click();
    await page.getByRole('combobox', { name: 'Object' }).fill('Customer');
    await page.getByTitle('Customer', { exact: true }).click();
    await page.getByLabel('Rule for Credit rating').selectOption('Hidden');
    await page.getByLabel('Rule for Level').selectOption('Read only');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();

    const desk = await openPage(server);
    await signIn(desk, server, { username: clerk.username, password: PASSWORD }, '/main/appliance/customer');
    const heads = desk.getByRole('columnheader');
    await heads.filter({ hasText: 'Level' }).waitFor();
    expect(await heads.filter({ hasText: 'Credit rating' }).count()).toBe(0);
    const filters = desk.getByRole('group', { name: 'Filters' });
    expect(await filters.getByText('Level').count()).toBe(1);
    expect(await filters.getByText('Credit rating').count()).toBe(0);

    await desk.getByRole('button', { name: 'New customer' }).first().click();
    const form = desk.getByRole('dialog');
    await form.getByLabel('Customer name').fill('Made under rules');
    expect(await form.getByText('Source').count()).toBe(1);
    expect(await form.getByText(/Level|Credit rating/).count()).toBe(0);
    await desk.getByRole('button', { name: 'Save', exact: true }).click();
    await desk.getByRole('button', { name: 'Made under rules', exact: true }).click();
    const made = await boss.call('getCustomerList', { query: { search: 'Made under rules' } });
    expect(made.records).toMatchObject([{ level: 'NP', creditRating: 'normal' }]);
    const drawer = desk.getByRole('dialog', { name: 'Made under rules' });
    await drawer.getByText('Level').waitFor();
    expect(await drawer.getByText('Credit rating').count()).toBe(0);

    await drawer.getByRole('button', { name: 'Edit' }).click();
    await desk.getByRole('button', { name: 'Why can’t I change Level?' }).click();
    const why = desk.getByRole('dialog', { name: 'Why can’t I …?' });
    await why.getByText('A field rule of the roles makes Level read only').waitFor();
    await why.getByRole('button', { name: 'Close' }).click();
    await desk.getByRole('button', { name: 'Cancel' }).click();
    await drawer.getByRole('button', { name: 'Close' }).click();

    await desk
      .getByRole('region', { name: 'Customer' })
      .getByRole('button', { name: 'Why can’t I …?' })
      .click();
    await why.getByText('allow “Import” on Customer').waitFor();
    await why.getByRole('button', { name: 'Close' }).click();

    await desk.getByRole('button', { name: 'Export', exact: true }).click();
    const exporting = desk.getByRole('dialog', { name: 'Export: Customer' });
    await exporting.getByRole('checkbox', { name: 'Level' }).waitFor();
    expect(await exporting.getByRole('checkbox', { name: 'Credit rating' }).count()).toBe(0);
    await exporting.getByRole('button', { name: 'Export', exact: true }).click();
    await exporting.getByText('2 records were exported.').waitFor();

    // An administrator who manages permissions checks the same for another user.
    await page.goto('/main/operation/user');
    await page.getByRole('button', { name: `Actions for “${clerk.name}”` }).click();
    await page.getByRole('menuitem', { name: 'May they …?' }).click();
    const may = page.getByRole('dialog', { name: `May ${clerk.name} …?` });
    await may.getByRole('combobox', { name: 'Object' }).fill('Customer');
    await page.getByTitle('Customer', { exact: true }).click();
    await may.getByText('This is allowed').waitFor();
    await may.getByRole('combobox', { name: 'Field' }).fill('Credit');
    await page.getByTitle('Credit rating').click();
    await may.getByText('A field rule of the roles hides Credit rating').waitFor();
  });

  it('show a new password once, after the phrase', async () => {
    const { chief, clerk } = await office();
    const page = await openPage(server, { width: 390 });
    await signIn(page, server, { username: chief.username, password: PASSWORD }, '/main/operation/user');
    await page.getByRole('button', { name: `Actions for “${clerk.name}”` }).click();
    await page.getByRole('menuitem', { name: 'Reset password' }).click();
    const dialog = page.getByRole('dialog');
    const go = dialog.getByRole('button', { name: 'Reset password' });
    expect(await go.isDisabled()).toBe(true);
    await dialog.getByLabel('Type "I confirm" to continue').fill('I confirm');
    await go.click();
    const made = await dialog.locator('code').innerText();
    await login(server, clerk.username, made);
  });

  it('let a user grant a program their own permissions, and an administrator end sessions, keys and second factors', async () => {
    const { chief, clerk } = await office();
    const boss = await login(server, chief.username, PASSWORD);
    const { records } = await boss.call('userPage');
    const { id } = records.find(({ username }) => username === clerk.username)!;
    await boss.call('saveUserPermission', { path: { id }, body: { permissions: ['leave:*@own'] } });
    const account = { username: clerk.username, password: PASSWORD };
    const page = await openPage(server);
    await signIn(page, server, account, '/main/mine');
    const keys = page.getByRole('region', { name: 'API keys' });
    await keys.getByRole('button', { name: 'New API key' }).click();
    const making = page.getByRole('dialog', { name: 'New API key' });
    await making.getByRole('textbox', { name: 'Name' }).fill('Leave import');
    await making.getByLabel('Leave application: all actions').selectOption('Own');
    expect(await making.getByLabel(/: all actions$/).count()).toBe(1);
    await making.getByRole('button', { name: 'Create' }).click();
    const made = page.getByRole('dialog', { name: 'The key was created' });
    const key = await made.locator('code').innerText();
    await made.getByRole('button', { name: 'I have saved it' }).click();
    await keys.getByText('Leave application: All actions (Own)').waitFor();
    const program = () =>
      fetch(`${server.url}/manager/vacationprocess/page`, { headers: { authorization: `Bearer ${key}` } });
    expect((await program()).status).toBe(200);

    const other = await login(server, clerk.username, PASSWORD);
    await page.reload();
    const sessions = page.getByRole('region', { name: 'Active sessions' });
    await sessions.getByText('This one').waitFor();
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
    expect((await other.request('getPrincipal')).status).toBe(401);

    const own = await login(server, clerk.username, PASSWORD);
    const { secret } = await own.call('totpBegin', { body: { password: PASSWORD } });
    await own.call('totpConfirm', { body: { code: new TOTP({ secret }).generate() } });
    const desk = await openPage(server);
    await signIn(desk, server, { username: chief.username, password: PASSWORD }, '/main/operation/user');
    await desk.getByRole('button', { name: `Actions for “${clerk.name}”` }).click();
    await desk.getByRole('menuitem', { name: 'Sign-in and keys' }).click();
    const dialog = desk.getByRole('dialog', { name: /signs in$/ });
    const confirm = async (name: string) => {
      await dialog.getByRole('button', { name }).click();
      await desk.getByRole('dialog').getByRole('button', { name }).last().click();
    };
    await confirm('Revoke');
    await dialog.getByText('No API keys in this tenant').waitFor();
    expect((await program()).status).toBe(401);
    await confirm('Sign out everywhere');
    await dialog.getByText('No sessions in this tenant').waitFor();
    expect((await own.request('getPrincipal')).status).toBe(401);
    await confirm('Reset second factor');
    await dialog.getByText('Off', { exact: true }).waitFor();
    await login(server, clerk.username, PASSWORD);
  });

  it("find a user's actions in the audit log by name, kind and action, and export them", async () => {
    const { chief, clerk } = await office();
    const boss = await login(server, chief.username, PASSWORD);
    const { userId } = await boss.call('getPrincipal');
    const page = await openPage(server);
    await signIn(
      page,
      server,
      { username: chief.username, password: PASSWORD },
      `/main/operation/audit?userId=${userId}`,
    );
    const log = page.getByRole('region', { name: 'Audit log' });
    const { name } = await boss.call('getPrincipal');
    await log.getByTitle(name, { exact: true }).first().waitFor();
    const filter = async (field: string, typed: string) => {
      await log.getByRole('combobox', { name: field }).fill(typed);
      await offered(page).getByText(typed, { exact: true }).click();
    };
    await filter('Object', 'User');
    await filter('Action', 'Created');
    await page.waitForURL(/entity=user.*action=create|action=create.*entity=user/);
    await expect.poll(() => log.getByRole('row').count()).toBe(2);
    await log.getByText(clerk.name).first().waitFor();
    const download = page.waitForEvent('download');
    await log.getByRole('link', { name: 'Export CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
    expect(lines[0]).toContain('Time,User,Object,Id,Name,Action');
    expect(lines[1]).toContain(`${name},User,`);
    expect(lines[1]).toContain('Created');
  });
});
