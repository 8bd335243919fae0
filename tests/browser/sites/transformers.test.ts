/** A transformer is entered together with the station's variables, and shows its load. */
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

it('the second tab contains transformers, and one of them shows its load', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const { device } = await makeSite(boss, 'OIL');
  const reactive = { deviceSn: device.sn, code: 'reactivePower', name: 'Q', unit: 'kvar' };
  await boss.call('deviceVariableCreate', { body: { ...reactive, dataType: 'number', kind: 'gauge' } });
  await send(server.url, device, { power: 300, reactivePower: 400 });
  const page = await openPage(server);
  const account = { username: chief.username, password: PASSWORD };
  await signIn(page, server, account, '/main/ems/map/configuration/meterInfo');
  const tabs = page.getByRole('navigation', { name: 'Meters and transformers' });
  await tabs.getByRole('link', { name: 'Transformers' }).click();
  await page.getByRole('button', { name: 'New transformer' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Transformer name').fill('T-400');
  await form.getByRole('spinbutton', { name: 'Rated power' }).fill('1000');
  await form.getByRole('combobox', { name: 'Meters' }).fill('Meter');
  await page.getByTitle('Meter', { exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for “T-400”' }).click();
  await page.getByRole('menuitem', { name: 'Live load' }).click();
  // 300 kW and 400 kvar are 500 kVA of 1000.
  await page.getByRole('dialog').getByText('50 %').first().waitFor();
  expect(await page.getByRole('dialog').getByRole('region', { name: 'Meter' }).innerText()).toContain(
    '300 kW',
  );
});
