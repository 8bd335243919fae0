/**
 * The fleet board adds up on screen. Its headline is the sum of its stations, and equal stations share a place (S14).
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { eventually } from '../../support/browser/listPage.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, until } from '../../support/telemetry/site.ts';

/** Today's energy in kWh. Two stations have the same, and one has none yet. */
const TODAY = { FA: 10.4, FB: 10.4, FC: 3.3, FD: null } as const;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('the headline is the sum of the stations, of all and of a department', async () => {
  const tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId], { role: 'administrator' });
  const boss = await login(server, username, PASSWORD);
  for (const [sn, energy] of Object.entries(TODAY)) {
    const { station, device } = await makeSite(boss, sn);
    const dept = sn === 'FC' ? 'West' : 'East';
    await boss.call('stationUpdate', {
      path: { id: station.id },
      body: { id: station.id, version: station.version, dept, timeZone: 'UTC', capacity: 500.5 },
    });
    await boss.call('deviceVariableCreate', {
      body: {
        ...{ deviceSn: device.sn, code: 'pv', name: 'PV', unit: 'kWh', dataType: 'number' },
        ...{ kind: 'interval', energyRole: 'pv' },
      },
    });
    if (energy !== null)
      await ingestPoints(server, [{ tenantId, sn: `${device.sn}-pv`, ts: Date.now(), value: energy }]);
  }
  await until(
    () => boss.call('fleetHeadline', { body: {} }),
    ({ energyToday }) => energyToday !== null && energyToday > 24,
  );
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, { username, password: PASSWORD }, '/main/ems/bulletin');
  const headline = page.getByRole('region', { name: 'Fleet figures' });
  const figure = async (name: string) => {
    const text = await headline.locator('dl > div').filter({ hasText: name }).first().innerText();
    return text.split('\n').slice(1);
  };
  const ranked = () =>
    page.getByRole('list', { name: 'Ranking by energy' }).getByRole('listitem').allInnerTexts();
  const rankedLines = async () => (await ranked()).map((text) => text.split('\n').join(' '));
  await eventually(rankedLines).toEqual([
    ...['1 Station FA 10.4 kWh', '1 Station FB 10.4 kWh', '3 Station FC 3.3 kWh', '-- Station FD --'],
  ]);
  expect((await figure('Generated today'))[0]).toBe('24.1 kWh');
  expect((await figure('Storage capacity'))[0]).toBe('2,002 kWh');
  expect(await figure('Stations')).toEqual(['4', expect.stringContaining('1')]);

  await page.getByRole('combobox', { name: 'Department' }).click();
  await page.getByTitle('East', { exact: true }).click();
  await eventually(() => figure('Generated today').then(([value]) => value)).toBe('20.8 kWh');
  expect(await rankedLines()).toHaveLength(3);
});
