/** Nobody counts the days of a leave: they follow from its dates. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../support/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../support/people.ts';
import { login, startServer, type TestServer } from '../support/server.ts';

const LEAVE = '/main/apply/leave';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

it('are worked out from the dates when it is saved', async () => {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { permissions: ['leave:*'] });
  const client = await login(server, username, PASSWORD);
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, { username, password: PASSWORD }, LEAVE);
  await page.getByRole('button', { name: 'New leave application' }).first().click();
  await page.getByRole('textbox', { name: 'Subject' }).fill('Harvest');
  await page.getByRole('combobox', { name: 'Leave type' }).click();
  await page.getByTitle('Sick leave', { exact: true }).last().click();
  for (const [name, day] of [
    ['From', '2026-12-01'],
    ['To', '2026-12-04'],
  ] as const) {
    await page.getByRole('textbox', { name, exact: true }).fill(day);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('switch', { name: 'First day from noon' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await client.call('leavePage')).records[0]).toMatchObject({ days: 3.5 });
});
