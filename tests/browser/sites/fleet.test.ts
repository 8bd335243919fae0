import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAlarms } from '../../support/alarms/alarms.ts';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { eventually } from '../../support/browser/listPage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const firstCells = (page: Page) =>
  page.getByRole('table', { name: 'Fleet' }).getByRole('rowheader').allInnerTexts();

it('a fleet is a table with totals, is sorted, and links to a station', async () => {
  const tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId], { role: 'administrator' });
  const boss = await login(server, username, PASSWORD);
  const sites = [await makeSite(boss, 'A1'), await makeSite(boss, 'B2'), await makeSite(boss, 'C3')];
  await addAlarms(server, tenantId, sites[1]!, { count: 2 });
  await addAlarms(server, tenantId, sites[2]!, { count: 1 });
  const { id } = await boss.call('boardCreate', { body: { name: 'All sites', visibility: 'tenant' } });
  const document = {
    version: 1,
    widgets: [
      { id: 'sum', type: 'fleetTotals', version: 1, config: { name: 'Together' } },
      { id: 'all', type: 'fleetTable', version: 1, config: { name: 'Fleet' } },
    ],
    layouts: {
      lg: [
        { i: 'sum', x: 0, y: 0, w: 24, h: 3 },
        { i: 'all', x: 0, y: 3, w: 24, h: 8 },
      ],
    },
  };
  await boss.call('kanbanSave', { body: { stationSn: 'A1', boardId: id, document, version: 0 } });
  const page = await openPage(server, { lang: 'en' });
  const address = `/main/ems/map/monitor/dashboard?station=A1&board=${id}`;
  await signIn(page, server, { username, password: PASSWORD }, address);
  await eventually(() => firstCells(page)).toEqual([
    'All 3 stations',
    'Station A1',
    'Station B2',
    'Station C3',
  ]);
  const table = page.getByRole('table', { name: 'Fleet' });
  expect(await table.getByRole('row', { name: 'All 3 stations' }).innerText()).toMatch(/3/);
  const alarms = table.getByRole('columnheader', { name: 'Open alarms' }).getByRole('button');
  await alarms.click();
  await alarms.click();
  await eventually(() => firstCells(page)).toEqual([
    'All 3 stations',
    'Station B2',
    'Station C3',
    'Station A1',
  ]);
  await table.getByRole('link', { name: 'Station C3' }).click();
  await page.waitForURL(/station=C3/);
  await page.getByRole('combobox', { name: 'Selected station' }).waitFor();
});

it('a department is chosen for the whole board, and stored in its address', async () => {
  const tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId], { role: 'administrator' });
  const boss = await login(server, username, PASSWORD);
  const [east] = [await makeSite(boss, 'E1'), await makeSite(boss, 'W1')];
  const { id, version } = east!.station;
  await boss.call('stationUpdate', { path: { id }, body: { id, version, dept: 'East' } });
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, { username, password: PASSWORD }, '/main/ems/bulletin');
  const ranking = page.getByRole('region', { name: 'Ranking by energy' });
  await ranking.getByText('Station W1').waitFor();
  await page.getByRole('combobox', { name: 'Department' }).click();
  await page.getByTitle('East', { exact: true }).click();
  await ranking.getByText('Station W1').waitFor({ state: 'detached' });
  await ranking.getByText('Station E1').waitFor();
  expect(new URL(page.url()).searchParams.get('dept')).toBe('East');
  await page.reload();
  await ranking.getByText('Station E1').waitFor();
  expect(await ranking.getByText('Station W1').count()).toBe(0);
});

it('all figures of the fleet fit in their card on the smallest phone, with the next card below', async () => {
  const tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId], { role: 'administrator' });
  await makeSite(await login(server, username, PASSWORD), 'P1');
  const page = await openPage(server, { lang: 'en', width: 320 });
  await signIn(page, server, { username, password: PASSWORD }, '/main/ems/bulletin');
  const card = page.getByRole('region', { name: 'Fleet figures' });
  const last = card.getByRole('term').last();
  await last.waitFor();
  const map = page.getByRole('region', { name: 'Station map' });
  const edge = async (part: typeof card, side: 'top' | 'bottom') =>
    part.evaluate((element, name) => element.getBoundingClientRect()[name], side);
  await eventually(async () => (await edge(last, 'bottom')) < (await edge(card, 'bottom'))).toBe(true);
  await eventually(async () => (await edge(card, 'bottom')) < (await edge(map, 'top'))).toBe(true);
});
