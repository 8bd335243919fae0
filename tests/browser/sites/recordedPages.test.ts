/** A user at a station sees recorded values as curves and reports, and the power quality. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SHANGHAI = 8 * 60 * MINUTE;
const POINTS = 60;
let server: TestServer;
let account: { username: string; password: string };

const open = async (path: string): Promise<Page> => {
  const page = await openPage(server);
  await signIn(page, server, account, path);
  return page;
};

beforeAll(async () => {
  server = await sharedServer();
  const tenantId = await makeTenant(server);
  const chief = await makePerson(server, [tenantId], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const { station, device, variable } = await makeSite(boss, 'REC');
  const { id, version } = station;
  await boss.call('stationUpdate', { path: { id }, body: { id, version, voltageClass: '380 V' } });
  const now = Date.now();
  const record = (sn: string, valueAt: (minute: number) => number) =>
    ingestPoints(
      server,
      Array.from({ length: POINTS }, (_, at) => ({
        tenantId,
        sn,
        ts: now - at * MINUTE,
        value: valueAt(at),
      })),
    );
  for (const [code, unit, value] of [
    ['voltageA', 'V', 402],
    ['voltageB', 'V', 398],
    ['voltageC', 'V', 400],
    ['uAh5', '%', 2.5],
    ['angleUA', '°', 0],
    ['angleUB', '°', -120.3],
  ] as const) {
    const { sn } = await boss.call('deviceVariableCreate', {
      body: { deviceSn: device.sn, code, name: code, unit, dataType: 'number', kind: 'gauge' },
    });
    await record(sn!, () => value);
  }
  const sn = variable.sn!;
  await record(sn, (minute) => 100 + minute);
  await boss.call('reportGroupAdd', {
    body: { stationSn: 'REC', name: 'Power of the day', sns: [sn], method: 'MAX', period: 'DAY' },
  });
  account = { username: chief.username, password: PASSWORD };
});
afterAll(() => server?.stop());

it('curves are drawn for chosen variables, with statistics of their time range', async () => {
  const page = await open('/main/ems/map/monitor/dataLine');
  await page.getByText('No data, please configure variables').waitFor();
  await page.getByRole('combobox', { name: 'Variables' }).fill('power');
  await page.getByTitle('Meter / Power').first().click();
  await page.keyboard.press('Escape');
  await page.getByRole('img', { name: /Curves of Meter · Power/ }).waitFor();
  const table = page.getByRole('table', { name: 'Statistics of the period' });
  // The curves show today, so there are only a few points shortly after midnight.
  const minutes = Math.floor(((Date.now() + SHANGHAI) % DAY) / MINUTE);
  const highest = new RegExp(`\\b${100 + Math.min(POINTS - 1, minutes)}(\\.00)?\\b`);
  await expect.poll(() => table.innerText()).toMatch(highest);
  expect(new URL(page.url()).searchParams.getAll('v')).toHaveLength(1);
});

it('a report has the same figures on the page and in its files', async () => {
  const page = await open('/main/ems/map/monitor/dataReport');
  const table = page.getByRole('table', { name: 'Power of the day' });
  await table.waitFor();
  expect(await table.innerText()).toContain('Meter · Power (kW)');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel' }).click();
  expect((await downloading).suggestedFilename()).toBe('Station REC Power of the day.xlsx');
  await page.getByRole('link', { name: 'Report groups' }).click();
  await page.getByText('Power of the day').first().waitFor();
});

it('power quality shows its verdicts as text, and uses limits of the station', async () => {
  const page = await open('/main/ems/map/powerQuality/realtimeData');
  await page.getByRole('table', { name: 'Power quality now' }).waitFor();
  await page.getByRole('img', { name: 'Voltage harmonics' }).waitFor();
  const phasors = page.getByRole('region', { name: 'Phasors' });
  await phasors.getByRole('img').waitFor();
  expect(await phasors.innerText()).toContain('-120.3°');
  await page.goto(`${server.url}/main/ems/map/powerQuality/monthReport`);
  const month = page.getByRole('table', { name: 'Monthly power quality report' });
  await month.waitFor();
  expect(await month.innerText()).toContain('No verdict');
  await page.goto(`${server.url}/main/ems/map/powerQuality/threePhaseUnbalance`);
  await page.getByRole('region', { name: 'Voltage unbalance' }).waitFor();
  await page.goto(`${server.url}/main/ems/map/configuration/powerQuality`);
  const limits = page.getByRole('table', { name: 'Power quality limits' });
  await expect.poll(() => limits.innerText()).toContain('GB/T 14549-1993');
  await page.getByRole('button', { name: 'Enter limits' }).click();
  await page.getByRole('spinbutton', { name: 'Voltage THD' }).fill('6');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => limits.innerText()).toContain('Set for this station');
  await page.getByRole('button', { name: 'Back to the standard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the standard' }).click();
  await expect.poll(() => limits.innerText()).not.toContain('Set for this station');
});
