/** R082: a user reads the interlocks as a checklist, and changes the grid connection in two steps. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { simulateConverter } from '../../support/devices/simulatedConverter.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { send } from '../../support/telemetry/site.ts';

const PAGE = '/main/ems/map/storeEnergy/connectManage?station=GI';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('a converter leaves the grid once all interlocks are met and a user confirms it', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  await boss.call('stationCreate', { body: { sn: 'GI', name: 'Island', timeZone: 'UTC', ratedPower: 200 } });
  const made: Record<string, { sn: string; token?: string | null }> = {};
  for (const [sn, type, ...codes] of [
    ['GI-METER', 'meter', ['power', 'kW']],
    ['GI-BAT', 'battery', ['soc', '%']],
    ['GI-PCS', 'pcs', ['power', 'kW'], ['gridMode', '']],
  ] as const) {
    made[sn] = await boss.call('deviceCreate', { body: { sn, name: sn, stationSn: 'GI', type } });
    for (const [code, unit] of codes)
      await boss.call('deviceVariableCreate', {
        body: {
          ...{ deviceSn: sn, code, name: code, unit, dataType: 'number', kind: 'gauge' },
          ...(code === 'gridMode' ? { writable: true } : {}),
        },
      });
  }
  const sendSoc = async (soc: number) => {
    await send(server.url, made['GI-METER']!, { power: 80 });
    await send(server.url, made['GI-BAT']!, { soc });
    await send(server.url, made['GI-PCS']!, { power: 20, gridMode: 1 });
  };
  const orders = simulateConverter(server, tenant, 'GI');
  try {
    await sendSoc(12);
    const page = await openPage(server);
    await signIn(page, server, { username: chief.username, password: PASSWORD }, PAGE);
    const list = page.getByRole('list', { name: 'Interlocks of GI-PCS, Off grid' }).first();
    await list.getByText('Not met').waitFor();
    await page.getByRole('button', { name: 'GI-PCS: Prepare off grid' }).click();
    const dialog = page.getByRole('dialog', { name: 'Step 2 of 2: check and execute' });
    await dialog.getByText('Not all interlocks are satisfied. The switch cannot be executed.').waitFor();
    const carryOut = dialog.getByRole('button', { name: 'Execute: Off grid' });
    expect(await carryOut.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await sendSoc(70);
    await page.getByRole('button', { name: 'GI-PCS: Prepare off grid' }).click();
    await dialog.getByText(/Execute before/).waitFor();
    await carryOut.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /Off grid.*Executed by the device/ }).waitFor();
    expect(orders.of(tenant, 'GI', Date.now()).islanded).toBe(true);
  } finally {
    orders.close();
  }
});
