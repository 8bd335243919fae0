/** The devices of a station are shown as a tree, and each has a page with all its details. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, send } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('a kind is opened, a device is chosen, and its page shows live values', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const { device } = await makeSite(boss, 'WAT');
  const control = { deviceSn: device.sn, code: 'relay', name: 'Relay', unit: '', writable: true };
  await boss.call('deviceVariableCreate', { body: { ...control, dataType: 'number', kind: 'gauge' } });
  await send(server.url, device, { power: 321, relay: 1 });
  const page = await openPage(server);
  const account = { username: chief.username, password: PASSWORD };
  await signIn(page, server, account, '/main/ems/map/monitor/equipment');
  const cards = page.getByRole('list', { name: 'Devices' });
  await cards.getByRole('button', { name: /Meter.*Running.*321\.00 kW/s }).waitFor();
  const tree = page.getByRole('tree');
  await tree.getByText('Meter 1/1').click();
  await tree.getByText('Meter', { exact: true }).click();
  const power = page.getByRole('region', { name: 'Power', exact: true });
  expect(await power.getByRole('row', { name: /Power/ }).innerText()).toContain('321.00 kW');
  await page.getByRole('region', { name: 'Remote control' }).getByText('Relay').waitFor();
  expect(new URL(page.url()).searchParams.get('sn')).toBe(device.sn);

  await page.getByRole('link', { name: 'Device details' }).click();
  await page.getByRole('tab', { name: 'Live' }).click();
  await page.getByRole('region', { name: 'Power', exact: true }).getByText('321.00 kW').waitFor();
  expect(page.url()).toContain(`/main/ems/map/equipDetail?sn=${device.sn}&tab=live`);
  await page.goto('/main/ems/map/equipDetail?sn=NO_USER');
  await page.getByText('Record not found').waitFor();
});
