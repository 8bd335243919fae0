/** Users set up channels and the machines behind them, and monitor them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { followLinks, tryServers } from '../../support/calls/inside.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, send } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('a channel is set up, and its list automatically shows that its device sends', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const { device } = await makeSite(boss, 'WAY');
  const page = await openPage(server);
  const account = { username: chief.username, password: PASSWORD };
  await signIn(page, server, account, '/main/ems/Setting/communicationConnection');
  await page.getByText('No channels yet', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'New channel' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Channel number').fill('CH-7');
  await form.getByLabel('Channel name').fill('Uplink');
  // The form has no fields for measured values.
  expect(await form.getByRole('spinbutton', { name: 'Points per minute' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'CH-7' });
  await row.getByText('No data yet').waitFor();

  const { id, version } = await boss.call('deviceBySn', { path: { id: device.sn } });
  await boss.call('deviceUpdate', { body: { id, version, channelSn: 'CH-7' } });
  expect((await send(server.url, device, { power: 1 })).status).toBe(200);
  await followLinks(server);
  await row.getByText('Online', { exact: true }).waitFor();
});

it('a monitor server shows why it is unreachable', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const page = await openPage(server);
  const account = { username: chief.username, password: PASSWORD };
  await signIn(page, server, account, '/main/ems/Setting/ipPortManage');
  await page.getByRole('button', { name: 'New monitor server' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Server name').fill('Inside');
  await form.getByLabel('Host').fill('10.255.255.1');
  await form.getByRole('spinbutton', { name: 'Port' }).fill('502');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Inside', exact: true }).waitFor();
  await tryServers(server, []);
  expect((await boss.call('monitorServerAll', {}))[0]).toMatchObject({ state: 'refused' });
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'Inside' });
  await row.getByText('Not allowed').waitFor();
  await row.getByText('inside a private network', { exact: false }).waitFor();
});
