import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { offer } from '../../support/browser/options.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite, sendTelemetry } from '../../support/telemetry/telemetry.ts';

const HOUR = 3_600_000;

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  await seedSite(server, {
    tenantId: 1,
    station: 'north',
    zone: 'Asia/Shanghai',
    device: 'm1',
    token: 'token-m1',
    autoVariables: false,
    variables: [
      { code: 'power', unit: 'kW' },
      { code: 'loss', unit: 'kW' },
    ],
  });
  const now = Date.now();
  const course = Array.from({ length: 20 }, (_, at) => ({
    ts: now - (20 - at) * HOUR,
    values: { power: at * 10, loss: 2.5 },
  }));
  const sent = [...course, { ts: now, values: { power: 42, loss: 2.5, strange: 7 } }];
  expect((await sendTelemetry(server.url, 'token-m1', sent)).status).toBe(200);
  await server.app.services.telemetry.refusals.flush();
});
afterAll(() => server?.stop());

describe('what devices sent', () => {
  it('is shown beside the formula that uses it, and a rule is tried on it', async () => {
    const page = await openPage(server);
    await signIn(page, server, undefined, '/main/ems/map/warning/trigger');
    await page.getByRole('button', { name: 'New alarm rule' }).first().click();
    const choose = async (field: string, option: string) => {
      await page.getByRole('combobox', { name: field, exact: true }).click();
      await offer(page, option).click();
    };
    await choose('Station', 'north');
    await choose('Trigger', 'Expression');
    const formula = page.getByRole('textbox', { name: 'Expression' });
    await formula.fill('[m1-power] - [m1-loss] >');
    await page.getByText(/^Character 25:/).waitFor();
    await formula.fill('[m1-power] - [m1-loss] > 100');
    await page.getByText('m1 / power 42.00 kW · m1 / loss 2.50 kW').waitFor();
    await page.getByText('Now 0', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Try on past data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Try on past data' });
    await dialog.getByRole('status').waitFor();
    expect(await dialog.getByRole('status').innerText()).toMatch(/^One alarm in the last 7 days/);
    await dialog.getByRole('img').locator('canvas').waitFor();
  });

  it('and was refused becomes a variable, and the disk space is shown', async () => {
    const page = await openPage(server);
    await signIn(page, server, undefined, '/main/ems/map/configuration/refusedData');
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Create the variable' }).click();
    await page.getByRole('textbox', { name: 'Variable name' }).fill('Strange');
    await page.getByRole('dialog').getByRole('button', { name: 'Create the variable' }).click();
    await expect
      .poll(async () =>
        (await admin.call('deviceVariablesOfDevice', { path: { deviceSn: 'm1' } })).map(({ code }) => code),
      )
      .toContain('strange');
    await page.goto('/main/operation/storage');
    const onDisk = page.locator('dl > div', { hasText: 'On disk' });
    expect(await onDisk.locator('strong').innerText()).toMatch(/^[\d.]+ [kMG]B$/);
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText(/Last run .* took/).waitFor();
    await page.getByRole('button', { name: 'My jobs' }).click();
    const runs = page.getByRole('dialog', { name: 'My jobs' }).getByRole('listitem');
    await runs.filter({ hasText: 'Storage maintenance' }).getByText('Done · 100').waitFor();
  });
});
