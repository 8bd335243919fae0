/** R072: the page of a battery shows its cells as colours and as figures. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('names the extremes, and shows figures for users who cannot distinguish the colours', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  await boss.call('stationCreate', { body: { sn: 'HEAT', name: 'Storage hall', timeZone: 'UTC' } });
  await boss.call('deviceCreate', {
    body: { sn: 'RACK', name: 'Rack 1', stationSn: 'HEAT', type: 'battery', offlineAfter: 600 },
  });
  const places = Array.from({ length: 12 }, (_, at) => [Math.floor(at / 4) + 1, (at % 4) + 1] as const);
  for (const [pack, cell] of places)
    await boss.call('deviceVariableCreate', {
      body: {
        ...{ deviceSn: 'RACK', code: `cellVoltage_${pack}_${cell}`, name: `Cell ${pack}-${cell}` },
        ...{ unit: 'V', dataType: 'number', kind: 'gauge', decimals: 3 },
      },
    });
  await ingestPoints(
    server,
    places.slice(0, -1).map(([pack, cell]) => ({
      ...{ tenantId: tenant, sn: `RACK-cellVoltage_${pack}_${cell}`, ts: Date.now() },
      value: 3.3 + pack / 100 - cell / 1000,
    })),
  );
  const page = await openPage(server);
  const account = { username: chief.username, password: PASSWORD };
  await signIn(page, server, account, '/main/ems/map/storeEnergy/equipmentBoard?station=HEAT');
  const map = page.getByRole('table', { name: 'Rack 1' });
  await map.waitFor();
  await page.getByText('cell 3-1', { exact: false }).first().waitFor();
  await page.getByText('1 of 12 cells have no new data').waitFor();
  expect(await map.getByRole('row').count()).toBe(4);
  const highest = map.getByTitle('Cell 3-1: 3.329 V');
  expect(await highest.getAttribute('data-extreme')).toBe('highest');
  expect(await map.getByTitle('Cell 1-4: 3.306 V').getAttribute('data-extreme')).toBe('lowest');
  const size = async () => (await highest.getByText('3.329').boundingBox())?.width ?? 0;
  expect(await size()).toBeLessThan(2);
  await page.getByText('Figures', { exact: true }).first().click();
  expect(await size()).toBeGreaterThan(20);
  await page.getByText('No battery reports cell data').waitFor();
});
