/** Nobody counts the days of a leave: they follow from its dates. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../support/browser.ts';
import { keepPicture } from '../support/keepPicture.ts';
import { makePerson, makeTenant, PASSWORD } from '../support/people.ts';
import { login, startServer, type TestServer } from '../support/server.ts';

const LEAVE = '/main/apply/leave';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

it('are said while one enters the dates, and kept', async () => {
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
  const dialog = page.getByRole('dialog');
  await dialog.getByText('4 days', { exact: true }).waitFor();
  await page.getByRole('switch', { name: 'First day from noon' }).click();
  await dialog.getByText('3.5 days', { exact: true }).waitFor();
  await keepPicture(page, 'leave-days');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await client.call('leavePage')).records[0]).toMatchObject({ days: 3.5 });
});
