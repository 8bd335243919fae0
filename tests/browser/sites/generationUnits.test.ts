/** R050: a suspect unit is highlighted on its page, and one click creates its defect. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

const HOUR = 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('a unit below its neighbour is suspect, and its defect is created with one click', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  await boss.call('stationCreate', { body: { sn: 'GU', name: 'Roofs', timeZone: 'UTC' } });
  const start = Math.floor(Date.now() / HOUR) * HOUR - 4 * HOUR;
  for (const [sn, power] of [
    ['EAST', 68],
    ['WEST', 54.4],
  ] as const) {
    await boss.call('deviceCreate', {
      body: { sn, name: `Roof ${sn}`, stationSn: 'GU', type: 'inverter', peakPower: 100 },
    });
    await boss.call('deviceVariableCreate', {
      body: { deviceSn: sn, code: 'power', name: 'Power', unit: 'kW', dataType: 'number', kind: 'gauge' },
    });
    await ingestPoints(
      server,
      Array.from({ length: 24 }, (_, slot) => ({
        ...{ tenantId: tenant, sn: `${sn}-power`, value: power },
        ts: start + (slot * 10 + 5) * 60_000,
      })),
    );
  }
  await boss.call('assetCreate', {
    body: {
      stationSn: 'GU',
      deviceSn: 'WEST',
      name: 'West',
      category: 'inverter',
      commissioned: '2026-01-01',
    },
  });
  const page = await openPage(server);
  const account = { username: chief.username, password: PASSWORD };
  await signIn(page, server, account, '/main/ems/map/monitor/detection?station=GU');
  const row = page.getByRole('row', { name: /Roof WEST/ });
  await row.getByText('Suspect').waitFor();
  expect(await row.textContent()).toContain('80.0 %');
  expect(await page.getByRole('row', { name: /Roof EAST/ }).textContent()).toContain('Normal');
  await page.getByText('No irradiance per unit').waitFor();
  await row.getByRole('button', { name: 'Record a defect of Roof WEST' }).click();
  await row.getByRole('link', { name: /^QX/ }).waitFor();
  const { records } = await boss.call('defectRecordPage', {});
  expect(records.map(({ name, level }) => [name, level])).toEqual([
    ['Roof WEST produces 80.0 % of its neighbours', 'general'],
  ]);
  expect(records[0]!.description).toContain('lost 54.4 kWh');
});
