/** A device model is entered once, and a device is created from it. */
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

it('a model with a register is created on screen, and adds its variable and rule to a device', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  await makeSite(boss, 'FORM');
  const page = await openPage(server);
  await signIn(page, server, { username: chief.username, password: PASSWORD }, '/main/operation/deviceModel');
  await page.getByRole('button', { name: 'New device model' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Model' }).first().fill('METER-9');
  await form.getByRole('button', { name: 'Add register of a model' }).click();
  await form.getByRole('textbox', { name: 'Key' }).fill('power');
  await form.getByRole('textbox', { name: 'Variable name' }).fill('Power');
  await form.getByRole('spinbutton', { name: 'Alarm threshold' }).fill('40');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'METER-9', exact: true }).waitFor();

  await page.goto('/main/ems/Setting/communicationEquipment');
  await page.getByRole('button', { name: 'New device' }).first().click();
  const device = page.getByRole('dialog');
  await device.getByLabel('Device number').fill('FORM-9');
  await device.getByLabel('Device name').fill('Ninth');
  await device.getByRole('combobox', { name: 'Station' }).fill('FORM');
  await page.getByTitle('Station FORM').click();
  await device.getByRole('combobox', { name: 'Device model' }).fill('METER');
  await page.getByTitle('METER-9').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Ninth', exact: true }).waitFor();
  const { records } = await boss.call('deviceVariablePage', { query: { search: 'FORM-9' } });
  expect(records).toMatchObject([{ sn: 'FORM-9-power', name: 'Power' }]);
  expect((await boss.call('alarmGeneraterPage', {})).records).toMatchObject([{ threshold: 40 }]);
});
