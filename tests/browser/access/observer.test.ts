/** Users see what an external observer may see, and a station without some functions. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('a form makes a user an observer, who then sees only the chosen stations and pages', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  await makeSite(boss, 'OPEN');
  await makeSite(boss, 'SHUT');
  const guest = await makePerson(server, [tenant], { role: 'engineering', name: 'Owner Outside' });

  const page = await openPage(server);
  const asChief = { username: chief.username, password: PASSWORD };
  await signIn(page, server, asChief, '/main/ems/Setting/functionManage/observers');
  await page.getByRole('button', { name: 'New observer' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'User' }).fill('Owner');
  await page.getByTitle('Owner Outside').last().click();
  await form.getByRole('combobox', { name: 'Stations' }).fill('OPEN');
  await page.getByTitle('Station OPEN').last().click();
  await form.getByRole('combobox', { name: 'Functions' }).fill('Energy data');
  await page.getByTitle('Energy data').last().click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'Owner Outside' }).waitFor();

  const other = await openPage(server);
  const asGuest = { username: guest.username, password: PASSWORD };
  await signIn(other, server, asGuest, '/main/ems/map/monitor/dashboard');
  const menu = other.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Monitoring board' }).waitFor();
  expect(await menu.getByText('Alarms', { exact: true }).count()).toBe(0);
  expect(await menu.getByText('Site configuration').count()).toBe(0);
  await other.getByRole('combobox', { name: 'Selected station' }).click();
  await other.getByTitle('Station OPEN').last().waitFor();
  expect(await other.getByTitle('Station SHUT').count()).toBe(0);
  expect(await other.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  await other.goto(`${server.url}/main/ems/map/warning/record`);
  await other.getByRole('heading', { name: 'No permission' }).waitFor();
});

it('the menu hides the pages of a function that the station lacks, and an opened page explains it', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const { station } = await makeSite(boss, 'FEW');
  const { records } = await boss.call('emsMenuPage', { query: { size: 200 } });
  const monitor = records.find(({ route }) => route === '/main/ems/map/monitor');
  await boss.call('siteEmsMenuSet', { body: { siteId: station.id, menuIds: [monitor!.id] } });
  const page = await openPage(server);
  const account = { username: chief.username, password: PASSWORD };
  await signIn(page, server, account, '/main/ems/map/warning/record');
  await page.getByRole('heading', { name: 'Not available at this station' }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'Energy data' }).waitFor();
  expect(await menu.getByRole('button', { name: 'Alarms', exact: true }).count()).toBe(0);
});
