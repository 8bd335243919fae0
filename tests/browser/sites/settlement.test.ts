/** S10: finance enters the agreed share, and reads the amount that the customer owes for last month. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const QUARTER_MS = 15 * 60_000;

/** Returns noon in Shanghai on the tenth of last month. */
function noonLastMonth(): number {
  const now = new Date(Date.now() + 8 * 3_600_000);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 10, 4);
}

it('a share of the saving is entered, and settles the month beside the revenue', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const { station, device } = await makeSite(boss, 'SETTLED');
  const { id, version } = station;
  await boss.call('stationUpdate', { path: { id }, body: { id, version, currency: 'MYR' } });
  for (const [role, value] of [
    ['charge', 1000],
    ['discharge', 900],
  ] as const) {
    await boss.call('deviceVariableCreate', {
      body: {
        ...{ deviceSn: device.sn, code: role, name: role, unit: 'kWh' },
        ...{ dataType: 'number', kind: 'interval', energyRole: role },
      },
    });
    const ts = noonLastMonth() + (role === 'charge' ? -10 : 0) * 3_600_000;
    await ingestPoints(server, [{ tenantId: tenant, sn: `${device.sn}-${role}`, ts, value }]);
  }
  await boss.call('electricityPriceAdd', {
    body: {
      ...{ stationSn: 'SETTLED', chargeType: 'energy', effectiveFrom: '2026-01-01', price: 1.2345 },
      periods: [{ start: '22:00', end: '06:00', band: 'valley', price: 0.3 }],
    },
  });
  await boss.call('deviceVariableCreate', {
    body: {
      ...{ deviceSn: device.sn, code: 'import', name: 'import', unit: 'kWh' },
      ...{ dataType: 'number', kind: 'counter', energyRole: 'gridImport' },
    },
  });
  const reading = (ts: number, value: number) => ({
    ...{ tenantId: tenant, sn: `${device.sn}-import`, ts, value },
  });
  await ingestPoints(server, [reading(noonLastMonth(), 0), reading(noonLastMonth() + QUARTER_MS, 123.4)]);
  await boss.call('electricityPriceAdd', {
    body: { stationSn: 'SETTLED', chargeType: 'demand', effectiveFrom: '2026-01-01', price: 30 },
  });
  const finance = await makePerson(server, [tenant], { role: 'finance' });
  const account = { username: finance.username, password: PASSWORD };
  const page = await openPage(server, { allow: [/status of 409/] });
  await signIn(page, server, account, '/main/ems/map/configuration/settlePrice?station=SETTLED');
  const enter = async (day: string) => {
    await page.getByRole('button', { name: 'New settlement price' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByTitle('Share of the saving').click();
    await form.getByLabel('In force from').fill(day);
    await page.keyboard.press('Enter');
    await form.getByRole('spinbutton', { name: 'Customer share' }).fill('30');
    await expect.poll(() => form.getByLabel('Currency').inputValue()).toBe('MYR');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    return form;
  };
  await (await enter('2026-01-01')).waitFor({ state: 'detached' });
  const again = await enter('2026-01-01');
  await again.getByRole('alert').getByText('A price of this kind already starts on 2026-01-01').waitFor();
  await page.goto('/main/ems/map/storageOverview/incomeView?station=SETTLED');
  const row = page.getByRole('row', { name: /Share of the saving/ });
  await row.scrollIntoViewIfNeeded();
  // 900 × 1.2345 = 1111.05, less 1000 × 0.30; the customer keeps 30 % of 811.05.
  await row.getByText('MYR 567.73').waitFor();
  const shown = await row.innerText();
  for (const figure of ['MYR 811.05', 'MYR 1,111.05', 'MYR 300.00', '30 %', 'MYR 243.32'])
    expect(shown).toContain(figure);
  await keepPicture(page, 'settlement');
  // 123.4 kWh in a quarter hour are 493.6 kW; × 30.
  const demand = page.getByRole('row', { name: /Demand charge/ });
  await demand.scrollIntoViewIfNeeded();
  await demand.getByText('MYR 14,808.00').waitFor();
  expect(await demand.innerText()).toContain('493.600 kW');
  const noon = page.getByText(/Highest demand 493\.600 kW, in the 15 minutes from \d{4}-\d\d-10 12:00/);
  await noon.waitFor();
  await page.getByText(/of \d,?\d+ quarter hours have no readings/).waitFor();
  await keepPicture(page, 'stationBill');
});
