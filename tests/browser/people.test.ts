import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../support/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../support/people.ts';
import { login, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

/** A tenant with an administrator, a clerk without any right, and a customer of each. */
async function office() {
  const tenant = await makeTenant(server.app.db);
  const chief = await makePerson(server.app.db, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const dept = await boss.call('deptSave', { body: { name: '销售部', managerId: chief.userId } });
  const body = {
    name: '林小雨',
    username: `clerk${tenant}`,
    password: PASSWORD,
    departments: [{ deptId: dept.id }],
  };
  await boss.call('userSave', { body });
  await boss.call('customerCreate', { body: { name: 'Of the chief', state: 'developing' } });
  return { chief, clerk: body };
}

describe('rights made on screen', () => {
  it('open exactly what the role says, and the rest is explained', async () => {
    const { chief, clerk } = await office();
    const page = await openPage(server, { lang: 'en' });
    await signIn(page, server, { username: chief.username, password: PASSWORD });

    await page.goto('/main/operation');
    await page.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'New role' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Role key').fill('ownSales');
    await form.getByLabel('Role name').fill('Own customers');
    await form.getByRole('tab', { name: 'Permissions', exact: true }).click();
    await form.getByLabel('Find an object').fill('customer');
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
    await page.getByText('Saved').first().waitFor();

    const own = await login(server, clerk.username, PASSWORD);
    await own.call('customerCreate', { body: { name: 'Of the clerk', state: 'developing' } });
    const desk = await openPage(server, { lang: 'en' });
    await signIn(desk, server, { username: clerk.username, password: PASSWORD });
    await desk.goto('/main/appliance/customer');
    await desk.locator('.wd-list-link').first().waitFor();
    expect(await desk.locator('.wd-list-link').allInnerTexts()).toEqual(['Of the clerk']);
    await desk.getByRole('button', { name: 'Actions for “Of the clerk”' }).click();
    expect(await desk.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
    await desk.getByRole('menuitem', { name: 'Why can’t I …?' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByText('This is allowed').waitFor();
    await dialog.getByRole('combobox').click();
    await desk.getByTitle('Delete').click();
    await dialog.getByText('This is not allowed').waitFor();
    await dialog.getByText('No role or own permission').waitFor();
    await dialog.getByText('Who could help: Person').waitFor();
  });

  it('show a reset password once, after the phrase', async () => {
    const { chief, clerk } = await office();
    const page = await openPage(server, { lang: 'en', width: 390 });
    await signIn(page, server, { username: chief.username, password: PASSWORD }, '/main/operation/user');
    await page.getByRole('button', { name: `Actions for “${clerk.name}”` }).click();
    await page.getByRole('menuitem', { name: 'Reset password' }).click();
    const dialog = page.getByRole('dialog');
    const go = dialog.getByRole('button', { name: 'Reset password' });
    expect(await go.isDisabled()).toBe(true);
    await dialog.getByLabel('Type "I confirm" to go on').fill('I confirm');
    await go.click();
    const made = await dialog.locator('code').innerText();
    await login(server, clerk.username, made);
  });
});
