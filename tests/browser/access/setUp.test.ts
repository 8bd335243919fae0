/** S1: an administrator sets up a station on screen, from its address to its first point on a board. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { offer } from '../../support/browser/options.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, send } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const LIST = '/main/ems/Setting';
const CONFIGURATION = '/main/ems/map/configuration';

/** Creates the models of the tenant, with the variables of its devices and their alarm limits. */
async function makeModels(boss: Client): Promise<void> {
  const power = { code: 'power', name: 'Power', unit: 'kW', kind: 'gauge' as const };
  const counter = (code: string, energyRole: string) => ({
    ...{ code, name: code, unit: 'kWh', kind: 'counter' as const, energyRole },
  });
  for (const [name, type, registers] of [
    [
      'M-METER',
      'meter',
      [{ ...power, alarmOperator: '>', alarmThreshold: 900 }, counter('importEnergy', 'gridImport')],
    ],
    ['M-INVERTER', 'inverter', [power, counter('energy', 'pv')]],
    ['M-STORE', 'pcs', [power, { code: 'soc', name: 'SOC', unit: '%', kind: 'gauge' }]],
  ] as const)
    await boss.call('deviceModelCreate', {
      body: { name, type, registers: registers.map((one) => ({ ...one })) },
    });
}

const saved = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).first().waitFor();
};

async function pick(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: field, exact: true }).fill(text);
  await offer(page, text).click();
}

async function addDevice(page: Page, sn: string, model: string, save = true): Promise<void> {
  await page.getByRole('button', { name: 'New device' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Device number').fill(sn);
  await form.getByLabel('Device name').fill(`Device ${sn}`);
  await pick(page, 'Station', 'Harbour');
  await pick(page, 'Device model', model);
  await pick(page, 'Channel', 'Uplink');
  if (save) await saved(page, `Device ${sn}`);
}

it('a station is set up on screen, and its board shows the first point', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  await makeModels(boss);
  await makeSite(boss, 'BEFORE');
  const price = { stationSn: 'BEFORE', chargeType: 'energy' as const, effectiveFrom: '2026-01-01' };
  await boss.call('electricityPriceAdd', {
    body: { ...price, price: 0.31, periods: [{ start: '08:00', end: '20:00', band: 'peak', price: 0.42 }] },
  });
  const page = await openPage(server, { allow: [/status of 409/] });
  const account = { username: chief.username, password: PASSWORD };

  await signIn(page, server, account, `${LIST}/siteManage`);
  await page.getByRole('button', { name: 'New station' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Station number').fill('BEFORE');
  await form.getByLabel('Station name').fill('Harbour');
  await pick(page, 'Time zone', 'Europe/Berlin');
  await form.getByLabel('Currency').fill('EUR');
  await form.getByLabel('Address').fill('1 Harbour Road, Suzhou');
  await form.getByRole('button', { name: 'Look up' }).click();
  await expect.poll(() => form.getByRole('spinbutton', { name: 'Longitude' }).inputValue()).toMatch(/^120\./);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await form
    .getByText(/already/)
    .first()
    .waitFor();
  await form.getByLabel('Station number').fill('HARBOUR');
  await saved(page, 'Harbour');

  await page.goto(`${LIST}/communicationConnection`);
  await page.getByRole('button', { name: 'New channel' }).first().click();
  await form.getByLabel('Channel number').fill('UP-1');
  await form.getByLabel('Channel name').fill('Uplink');
  await form.getByRole('combobox', { name: 'Connection type' }).click();
  await page.getByTitle('HTTP', { exact: true }).click();
  await saved(page, 'Uplink');

  await page.goto(`${LIST}/communicationEquipment`);
  await addDevice(page, 'H-METER', 'M-METER');
  // The user leaves while entering the second device. Nothing of it is stored.
  await addDevice(page, 'H-INV', 'M-INVERTER', false);
  await page.goto('/');
  const tour = page.getByRole('region', { name: 'First steps' });
  await tour.getByRole('link', { name: 'Connect a device (done)' }).waitFor();
  await keepPicture(page, 'setup-tour');
  for (const missing of ['Create energy labels', 'Build a board', 'Add a notification channel'])
    await tour.getByRole('link', { name: missing, exact: true }).waitFor();
  expect((await boss.call('devicePage', { query: { search: 'H-' } })).records.map(({ sn }) => sn)).toEqual([
    'H-METER',
  ]);
  await page.goto(`${LIST}/communicationEquipment`);
  await page.getByRole('button', { name: 'New device' }).first().click();
  await form.getByRole('button', { name: 'Continue your draft' }).click();
  await saved(page, 'Device H-INV');
  await addDevice(page, 'H-PCS', 'M-STORE');
  const rules = (await boss.call('alarmGeneraterPage', {})).records;
  expect(rules.map(({ stationSn, variableSn, threshold }) => [stationSn, variableSn, threshold])).toEqual([
    ['HARBOUR', 'H-METER-power', 900],
  ]);

  await page.goto(`${CONFIGURATION}/energySetting/labels?station=HARBOUR`);
  await page.getByRole('button', { name: 'New energy label' }).first().click();
  await form.getByLabel('Name').fill('Whole site');
  await pick(page, 'Energy type', 'Electricity');
  await saved(page, 'Whole site');

  await page.goto(`${CONFIGURATION}/electricityPrice?station=HARBOUR`);
  await page.getByRole('button', { name: 'New station charge configuration' }).first().click();
  await form.getByRole('combobox', { name: 'Copy from' }).click();
  await page
    .getByTitle(/Station BEFORE/)
    .first()
    .click();
  await form.getByLabel('In force from').fill('2026-01-01');
  await expect
    .poll(() => form.getByRole('spinbutton', { name: 'Price' }).first().inputValue())
    .toBe('0.3100');
  await keepPicture(page, 'setup-price');
  await form.getByLabel('In force from').press('Enter');
  await form.waitFor({ state: 'detached' });

  // The copied price is independent, and has the currency of its own station.
  expect(await boss.call('stationChargeConfigs', { query: { stationSn: 'HARBOUR' } })).toMatchObject([
    { price: 0.31, currency: 'EUR', periods: [{ price: 0.42 }], sameAs: null },
  ]);

  await page.goto('/main/ems/map/monitor/dashboard?station=HARBOUR');
  const empty = page.getByRole('region', { name: 'This board is empty' });
  const presets = empty.getByRole('region', { name: 'Or begin with a preset' });
  await presets.getByRole('button').first().waitFor();
  await keepPicture(page, 'setup-board');
  await presets.getByRole('button', { name: /Metering/ }).click();
  await page.getByRole('button', { name: 'Save board' }).click();
  await page.getByText('Board saved').waitFor();
  const meter = await boss.call('deviceBySn', { path: { id: 'H-METER' } });
  expect((await send(server.url, meter, { power: 123.4 })).status).toBe(200);
  await page.getByText('123.4').first().waitFor();
  const [station] = (await boss.call('stationPage', { query: { search: 'HARBOUR' } })).records;
  await page.goto(`${LIST}/siteManage/${station!.id}`);
  await page.getByRole('tab', { name: 'Set-up' }).click();
  await page.getByText('1 step is open.').waitFor();
  await page.getByRole('link', { name: 'Receive data (done)' }).waitFor();
  await keepPicture(page, 'setup-steps');
  await page.getByRole('link', { name: 'Draw the wiring diagram', exact: true }).click();
  await page.waitForURL('**/configuration/siteTopo**');
  // Its day begins at midnight in Berlin, also in summer time.
  const { timeZone, windows } = await boss.call('electricityPriceConfig', {
    query: { stationSn: 'HARBOUR', date: '2026-03-29' },
  });
  expect([timeZone, windows[0]?.from, windows.at(-1)?.to]).toEqual([
    'Europe/Berlin',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
  // The number is in use only in this tenant. Other tenants do not notice it.
  const other = await makePerson(server, [await makeTenant(server)], { role: 'administrator' });
  const stranger = await login(server, other.username, PASSWORD);
  expect((await makeSite(stranger, 'HARBOUR')).station.sn).toBe('HARBOUR');
});
