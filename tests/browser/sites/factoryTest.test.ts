/** A factory test is started on its page, shows its steps with the curve, and is suspended by a button (S7, S8a). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { confirmTest, startFactoryBench } from '../../support/devices/factoryBench.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('a confirmed test is started, shows its steps and curve, and is suspended', async () => {
  const tenantId = await makeTenant(server);
  const chief = await makePerson(server, [tenantId], { role: 'administrator' });
  const engineer = await login(server, chief.username, PASSWORD);
  const colleague = await joinTenant(server, tenantId, ['*']);
  const factory = { server, tenantId, engineer, colleague };
  const bench = await startFactoryBench(factory, 'FTV');
  await confirmTest(factory, bench.testId);

  const page = await openPage(server);
  const account = { username: chief.username, password: PASSWORD };
  await signIn(page, server, account, `/main/ems/map/storeEnergy/testRecord/${bench.testId}`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const confirm = page.getByRole('dialog');
  await confirm.getByText('The device charges and discharges according to the steps of the test.').waitFor();
  await confirm.getByRole('button', { name: 'Start', exact: true }).click();
  await expect.poll(async () => (await bench.test()).status).toBe('running');
  for (let cycles = 0; cycles < 30; cycles++) await bench.cycle();

  await page.getByRole('tab', { name: 'Progress' }).click();
  const steps = page.getByRole('list', { name: 'Steps of the test' });
  await expect
    .poll(() => steps.getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringMatching(/^Charge\s+\d+ min\s+under way$/)]);
  await page.getByText('-200.0 kW').waitFor();
  await page.getByRole('img', { name: 'Course of the test' }).first().waitFor();
  await keepPicture(page, 'factory-test');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel', exact: true }).click();
  expect((await file).suggestedFilename()).toContain('Course of the test.xlsx');

  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect.poll(async () => (await bench.test()).status).toBe('suspended');
  await bench.cycle();
  expect(bench.heard.at(-1)).toBe(0);
  await bench.close();
});
