/** A page shows a preset with the variables of the selected station, read-only. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { tableCells } from '../../support/records/excel.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, send } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('each device of a preset has its own row, and a station without one gets an explanation', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  await makeSite(boss, 'PVA');
  await makeSite(boss, 'ZZZ');
  for (const name of ['East roof', 'West roof']) {
    const sn = name.slice(0, 4);
    const made = await boss.call('deviceCreate', { body: { sn, name, stationSn: 'PVA', type: 'inverter' } });
    const power = { deviceSn: sn, code: 'power', name: 'Power', unit: 'kW', dataType: 'number' } as const;
    await boss.call('deviceVariableCreate', { body: { ...power, kind: 'gauge' } });
    await send(server.url, made, { power: 40 });
  }
  const page = await openPage(server);
  const account = { username: chief.username, password: PASSWORD };
  await signIn(page, server, account, '/main/ems/map/photovoltaic/run?station=PVA');
  const powers = page.getByRole('region', { name: 'Power of each inverter' }).first();
  await powers.waitFor();
  expect(await page.getByRole('region', { name: 'Module temperature' }).count()).toBe(0);
  const bar = page.getByRole('toolbar', { name: 'Board' });
  await bar.getByRole('button', { name: 'Refresh' }).click();
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  await bar.getByRole('button', { name: /Print/ }).waitFor();
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await page.getByRole('menuitem', { name: /Versions|Print|Excel/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: /Excel/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as Excel' });
  await dialog.getByRole('row', { name: /Power of each inverter/ }).waitFor();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Excel' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('Station PVA Inverter operation.xlsx');
  const cells = await tableCells(await readFile(await file.path()));
  expect(cells).toContainEqual(expect.arrayContaining(['Station', 'Station PVA']));
  expect(cells.flat()).toContain('Power of each inverter');
  await page.keyboard.press('Escape');
  await page.goto('/main/ems/map/photovoltaic/run?station=ZZZ');
  await page.getByText('This station has nothing to show here').waitFor();
});
