import type { Page } from 'playwright';
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

async function chooseStation(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Selected station' }).click();
  await page.getByText(name, { exact: true }).last().click();
}

it('a site is assigned on screen, and opens its records to its user', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const near = await makeSite(boss, 'NEAR');
  await makeSite(boss, 'FAR');
  const dept = await boss.call('deptSave', { body: { name: 'Field', managerId: chief.userId } });
  const warden = {
    name: 'Warden',
    username: `warden${tenant}`,
    password: PASSWORD,
    departments: [{ deptId: dept.id }],
  };
  await boss.call('userSave', { body: warden });

  const page = await openPage(server);
  await signIn(page, server, { username: chief.username, password: PASSWORD });
  await page.goto('/main/operation/role');
  await page.getByRole('button', { name: 'New role' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Role key').fill('warden');
  await form.getByLabel('Role name').fill('Wardens');
  await form.getByRole('tab', { name: 'Permissions', exact: true }).click();
  await form.getByLabel('Search objects').fill('station');
  await form.getByLabel('Station: all actions', { exact: true }).selectOption('Their sites');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Wardens', exact: true }).waitFor();

  await page.goto('/main/operation/user');
  await page.getByRole('button', { name: 'Actions for “Warden”' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('combobox', { name: 'Roles' }).fill('Ward');
  await page.getByTitle('Wardens').click();
  await page.getByRole('combobox', { name: 'Sites' }).fill('NEAR');
  await page.getByTitle(String(near.station.name)).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();

  const desk = await openPage(server);
  await signIn(desk, server, warden);
  await desk.goto('/main/ems/Setting/siteManage');
  await desk.getByText('NEAR', { exact: true }).first().waitFor();
  expect(await desk.getByText('FAR', { exact: true }).count()).toBe(0);
});

it('lists below a chosen site show its records, or the records of all sites, and create new ones there', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const [first, second] = [await makeSite(boss, 'FIRST'), await makeSite(boss, 'SECOND')];
  for (const { station, variable } of [first, second])
    await boss.call('alarmGeneraterCreate', {
      body: {
        ...{ name: `too high in ${station.name}`, kind: 'threshold', level: 'major', stationSn: station.sn! },
        ...{ variableSn: variable.sn!, operator: '>', threshold: 5 },
      },
    });

  const page = await openPage(server);
  await signIn(
    page,
    server,
    { username: chief.username, password: PASSWORD },
    '/main/ems/map/warning/trigger',
  );
  const rule = (site: string) => page.getByRole('row').filter({ hasText: `too high in Station ${site}` });
  await chooseStation(page, 'SECOND');
  await rule('SECOND').waitFor();
  await rule('FIRST').waitFor({ state: 'detached' });
  await chooseStation(page, 'All stations');
  await rule('FIRST').waitFor();
  await rule('SECOND').waitFor();
  await page.getByRole('button', { name: 'New alarm rule' }).first().click();
  const begun = page.getByRole('dialog').getByText(/^Station (FIRST|SECOND)$/);
  await page.getByRole('dialog').getByLabel('Station').waitFor();
  expect(await begun.count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await chooseStation(page, 'FIRST');
  await rule('SECOND').waitFor({ state: 'detached' });
  await rule('FIRST').waitFor();
  await page.getByRole('button', { name: 'New alarm rule' }).first().click();
  await begun.waitFor();
});

it('each list below a chosen station shows only its records', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const type = await boss.call('energyTypeCreate', { body: { name: 'Power', code: 'power', unit: 'kWh' } });
  for (const name of ['NORTH', 'SOUTH']) {
    const { station } = await makeSite(boss, name);
    const ofSite = { stationSn: station.sn! };
    await boss.call('stationChargeConfigCreate', {
      body: { ...ofSite, chargeType: 'energy', effectiveFrom: '2026-01-01', currency: 'CNY', price: 0.6 },
    });
    const label = { name: `Hall of ${name}`, energyTypeId: type.id, labelType: 'area' as const };
    await boss.call('energyLabelCreate', { body: { ...ofSite, ...label } });
  }
  const page = await openPage(server);
  const { username } = chief;
  await signIn(page, server, { username, password: PASSWORD }, '/main/ems/map/monitor/dashboard');
  for (const [route, texts] of [
    ['meterInfo/variables', ['NORTH-M1', 'SOUTH-M1']],
    ['electricityPrice', ['Station NORTH', 'Station SOUTH']],
    ['energySetting/labels', ['Hall of NORTH', 'Hall of SOUTH']],
  ] as const) {
    await page.goto(`/main/ems/map/configuration/${route}`);
    const [north, south] = texts.map((text) => page.getByRole('row').filter({ hasText: text }).first());
    await chooseStation(page, 'All stations');
    await north!.waitFor();
    await south!.waitFor();
    await chooseStation(page, 'SOUTH');
    await north!.waitFor({ state: 'detached' });
    await south!.waitFor();
  }
});
