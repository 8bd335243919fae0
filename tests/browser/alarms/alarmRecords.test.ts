import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAlarms } from '../../support/alarms/alarms.ts';
import { openPage, type PageOptions, signIn } from '../../support/browser/browser.ts';
import { eventually, recordLinks } from '../../support/browser/listPage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type Client, login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, type Site } from '../../support/telemetry/site.ts';

const LIST = '/main/ems/map/warning/record';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

interface World {
  tenantId: number;
  boss: Client;
  username: string;
  userId: number;
  near: Site;
  far: Site;
}

async function makeWorld(): Promise<World> {
  const tenantId = await makeTenant(server);
  const { username, userId } = await makePerson(server, [tenantId], { role: 'administrator' });
  const boss = await login(server, username, PASSWORD);
  const near = await makeSite(boss, 'A1');
  const far = await makeSite(boss, 'B2');
  await addAlarms(server, tenantId, near, { count: 4, openEvery: 2, info: 'Pump' });
  await addAlarms(server, tenantId, far, { count: 1, info: 'Fan' });
  return { tenantId, boss, username, userId, near, far };
}

async function openAlarms({ username }: World, options: PageOptions = {}): Promise<Page> {
  const page = await openPage(server, { lang: 'en', ...options });
  await signIn(page, server, { username, password: PASSWORD }, LIST);
  return page;
}

const shown = (page: Page) => recordLinks(page).allInnerTexts();
const choose = async (page: Page, station: string) => {
  await page.getByRole('combobox', { name: 'Selected station' }).click();
  await page.getByTitle(station, { exact: true }).last().click();
};

it('lists the alarms of the chosen station or of all, and finds, exports and arranges them', async () => {
  const world = await makeWorld();
  const page = await openAlarms(world);
  await eventually(() => shown(page)).toEqual(['Pump 0', 'Pump 2', 'Pump 1', 'Pump 3']);
  await choose(page, 'All stations');
  await eventually(() => shown(page)).toContain('Fan 0');
  await eventually(() => page.getByRole('cell', { name: 'Station B2' }).count()).toBe(1);
  await page.getByRole('searchbox').fill('Fan');
  await eventually(() => shown(page)).toEqual(['Fan 0']);
  for (const name of ['Export', 'Columns', 'Print'])
    expect(await page.getByRole('button', { name, exact: true }).isVisible()).toBe(true);
  await recordLinks(page).first().click();
  const details = page.getByRole('dialog');
  await details.getByText('120 kW').waitFor();
  await details.getByText('Station B2').first().waitFor();
});

it('confirms from the row, even if the list is reloaded while the remark is entered', async () => {
  const world = await makeWorld();
  const page = await openAlarms(world);
  await page.getByRole('button', { name: 'Confirm alarm: Pump 2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Seen');
  // Another user confirms another alarm. The list is loaded again, and the dialog stays.
  const { records } = await world.boss.call('alarmPage', { query: { search: 'Pump 0' } });
  await world.boss.call('alarmConfirm', { path: { id: records[0]!.id } });
  await eventually(() => page.getByRole('button', { name: 'Confirm alarm: Pump 0' }).count()).toBe(0);
  expect(await dialog.getByRole('textbox').inputValue()).toBe('Seen');
  await dialog.getByRole('button', { name: 'Confirm alarm' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await eventually(() => page.getByRole('button', { name: /^Confirm alarm: / }).count()).toBe(0);
  const after = await world.boss.call('alarmPage', { query: { search: 'Pump 2' } });
  const pump = after.records.find(({ info }) => info === 'Pump 2');
  expect(pump).toMatchObject({ status: 0, checkInfo: 'Seen' });
});

it('confirms the selected ones, and shows how many were not open', async () => {
  const world = await makeWorld();
  const page = await openAlarms(world);
  await page.getByRole('columnheader').getByRole('checkbox').first().check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Confirm alarm' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm alarm' }).click();
  await page.getByText('Confirm alarm: 2 records, 2 unchanged').waitFor();
  await eventually(() => page.getByRole('button', { name: /^Confirm alarm: / }).count()).toBe(0);
});

it('confirms or clears all of the station, and offers this only for one station', async () => {
  const world = await makeWorld();
  const page = await openAlarms(world);
  await page.getByRole('button', { name: 'Clear all open alarms of the station' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('Alarms handled: 2').waitFor();
  await choose(page, 'All stations');
  await page.getByRole('button', { name: 'Confirm alarm: Fan 0' }).waitFor();
  expect(await page.getByRole('button', { name: /open alarms of the station/ }).count()).toBe(0);
});

it('is made of cards on a phone, with the button to confirm', async () => {
  const world = await makeWorld();
  const page = await openAlarms(world, { width: 390, height: 844 });
  await page
    .getByRole('listitem')
    .getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Confirm alarm: Pump 0' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm alarm' }).click();
  await eventually(() => page.getByRole('button', { name: /^Confirm alarm: / }).count()).toBe(1);
});

it('the users of a station are the list of users with a filter', async () => {
  const world = await makeWorld();
  const { far } = world;
  const dept = await world.boss.call('deptSave', { body: { name: 'Field', managerId: world.userId } });
  await world.boss.call('userSave', {
    body: {
      ...{ name: 'Warden', username: `warden${world.tenantId}`, password: PASSWORD },
      ...{ departments: [{ deptId: dept.id }], stations: [far.station.sn] },
    },
  });
  const page = await openAlarms(world);
  await choose(page, 'Station B2');
  await eventually(() => shown(page)).toEqual(['Fan 0']);
  await page.goto('/main/ems/map/configuration/userManage');
  await page.waitForURL('**/main/ems/Setting/emsUser?f.stations=B2');
  await eventually(() => shown(page)).toEqual(['Warden']);
});

it('my tasks show place, urgency and due time', async () => {
  const world = await makeWorld();
  await world.boss.call('alarmTaskCreate', {
    body: {
      ...{ name: 'Change the filter', stationSn: 'A1', level: 'critical', status: 1 },
      dueTime: '2026-01-02T08:00:00.000Z',
    },
  });
  const page = await openAlarms(world);
  await page.goto('/main/backlog');
  const task = page.getByRole('listitem').filter({ hasText: 'Change the filter' });
  await task.getByText('Station A1').waitFor();
  expect(await task.innerText()).toMatch(/Critical[\s\S]*Overdue since 2026-01-02 \d\d:\d\d UTC/);
});
