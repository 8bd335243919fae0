/** A user sets up a channel of Modbus TCP and a device from a model on screen, and sees a value of the device. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { offer } from '../../support/browser/options.ts';
import { type ModbusDevice, setModbusHosts, startModbusDevice } from '../../support/devices/modbusDevice.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
let device: ModbusDevice;
beforeAll(async () => {
  device = await startModbusDevice();
  server = await startServer();
});
afterAll(async () => {
  await server?.stop();
  await device?.stop();
});

const SETTING = '/main/ems/Setting';

it('a meter is read by its register map soon after it was set up', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  await makeSite(boss, 'PLANT');
  device.unit(7).holding.writeInt16BE(-123, 40 * 2);
  const page = await openPage(server);
  const form = page.getByRole('dialog');
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name, exact: true }).first().waitFor();
  };
  const pick = async (field: string, text: string) => {
    await form.getByRole('combobox', { name: field, exact: true }).fill(text);
    await offer(page, text).click();
  };

  await signIn(page, server, { username: chief.username, password: PASSWORD }, '/main/operation/deviceModel');
  await page.getByRole('button', { name: 'New device model' }).first().click();
  await form.getByRole('textbox', { name: 'Model' }).first().fill('METER-7');
  await form.getByRole('button', { name: 'Add register of a model' }).click();
  await form.getByRole('textbox', { name: 'Key' }).fill('power');
  await form.getByRole('textbox', { name: 'Variable name' }).fill('Power');
  await form.getByRole('spinbutton', { name: 'Factor', exact: true }).fill('0.1');
  await form.getByRole('spinbutton', { name: 'Address', exact: true }).fill('40');
  await form.getByRole('combobox', { name: 'Register area' }).click();
  await page.getByTitle('Holding register', { exact: true }).click();
  await form.getByRole('combobox', { name: 'Encoding' }).click();
  await page.getByTitle('Signed 16 bit', { exact: true }).click();
  await keepPicture(page, 'modbus-model');
  await save('METER-7');

  await page.goto(`${SETTING}/communicationConnection`);
  await page.getByRole('button', { name: 'New channel' }).first().click();
  await form.getByLabel('Channel number').fill('MODBUS-1');
  await form.getByLabel('Channel name').fill('Meter line');
  // The fields of Modbus are shown only for a channel of Modbus.
  expect(await form.getByLabel('Host').count()).toBe(0);
  await form.getByRole('combobox', { name: 'Connection type' }).click();
  await page.getByTitle('Modbus TCP', { exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByText('Enter the host, such as 192.168.1.20').first().waitFor();
  await form.getByLabel('Host').fill('127.0.0.1');
  await form.getByRole('spinbutton', { name: 'Port' }).fill(String(device.port));
  await keepPicture(page, 'modbus-channel');
  await save('Meter line');
  await page.getByRole('button', { name: 'Meter line', exact: true }).first().click();
  await page.getByText('WATTDECK_MODBUS_HOSTS does not allow this host').first().waitFor();
  await keepPicture(page, 'modbus-refused');
  expect(device.connections()).toBe(0);
  setModbusHosts(server, `${tenant}=127.0.0.1`);

  await page.goto(`${SETTING}/communicationEquipment`);
  await page.getByRole('button', { name: 'New device' }).first().click();
  await form.getByLabel('Device number').fill('PLANT-7');
  await form.getByLabel('Device name').fill('Seventh');
  await pick('Station', 'PLANT');
  await pick('Device model', 'METER-7');
  await pick('Channel', 'Meter line');
  await form.getByRole('spinbutton', { name: 'Unit number (Modbus)' }).fill('7');
  await keepPicture(page, 'modbus-device');
  await save('Seventh');
  await page.goto('/main/ems/map/equipDetail?sn=PLANT-7&tab=live');
  await page.getByText('-12.3').first().waitFor();
  await keepPicture(page, 'modbus-value');
});
