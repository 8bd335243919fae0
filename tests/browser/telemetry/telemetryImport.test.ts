import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointsBetween } from '../../../server/sites/telemetry/read/pointsSql.ts';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { offer } from '../../support/browser/options.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite, sendTelemetry } from '../../support/telemetry/telemetry.ts';

const PLACE = '/main/ems/map/configuration/telemetryImport';
let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  for (const device of ['meter', 'sensor']) {
    await seedSite(server, {
      ...{ tenantId: 1, station: 'north', zone: 'Europe/Berlin', device, token: `token-${device}` },
      variables: device === 'meter' ? [{ code: 'power', unit: 'kW' }] : [],
    });
  }
});
afterAll(() => server?.stop());

const DAYS =
  'Date;Leistung [kW];Temp °C\n1/5/2022 0:00;1.234,5;--\n1/5/2022 0:15;2,5;21,5\nlater;3,5;22\n2/5/2022 0:00;4,5;22,5\n';

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await offer(page, option).click();
}

async function series(code: string): Promise<(number | string | null)[]> {
  const { rows } = await server.app.db.pool.query<{ value: number }>(
    `SELECT p.value FROM device_variable AS v, 
       ${pointsBetween({ tenant: 'v.tenant_id', variable: 'v.id::int4', lower: `'2020-01-01'`, upper: `'2030-01-01'` })} AS p
      WHERE v.device_sn || '/' || v.code = $1 ORDER BY p.ts`,
    [code],
  );
  return rows.map(({ value }) => value);
}

describe('the page that imports recordings', () => {
  it('imports a file from its choice to the result, and reverts it', async () => {
    const before = { ts: Date.parse('2022-05-01T00:15:00+02:00'), values: { power: 7 } };
    expect((await sendTelemetry(server.url, 'token-meter', before)).status).toBe(200);
    const page = await openPage(server, { allow: [/status of 422/] });
    await signIn(page, server, undefined, PLACE);
    await page.getByText('No imports yet').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles([file('days.csv', DAYS), file('notes.csv', 'a,b\nx,y\n'), file('empty.csv', '')]);

    // The page asks for the choices that the file leaves open. Until then, all other actions are disabled.
    await page.getByText('the column Date can be read in two ways').waitFor();
    await page.getByText('The file is empty').waitFor();
    const check = page.getByRole('button', { name: 'Check', exact: true });
    expect(await check.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Remove notes.csv' }).click();
    await page.getByRole('button', { name: 'Remove empty.csv' }).click();
    await page.getByRole('button', { name: 'Day first: 2022-05-01' }).focus();
    await page.keyboard.press('Enter');
    const preview = page.getByRole('table', { name: 'Preview of the first lines' });
    await preview.getByText('2022-05-01 00:00:00 +02:00').waitFor();
    expect(await preview.getByRole('row').nth(1).innerText()).toContain('1234.5');
    await preview.getByText('Cannot be read: The time cannot be read').waitFor();

    // The columns are imported to the chosen devices and variables.
    await page.getByText('Choose the device').waitFor();
    await choose(page, 'Device', 'meter');
    await choose(page, 'Variable of the column Leistung [kW]', 'power');
    await choose(page, 'Device of the column Temp °C', 'sensor');
    await page.getByRole('textbox', { name: 'Name of the column Temp °C' }).fill('Temperature');

    await check.click();
    await page.getByText('5 values would be stored · 4 lines · 1 empty · 1 rejected').waitFor();
    const rejected = page.getByRole('region', { name: 'Rejected values: days.csv' });
    await rejected.getByText('later').waitFor();
    expect(await series('meter/power')).toEqual([7]);

    await page.getByRole('button', { name: 'Import 5 values' }).click();
    await page.getByText('5 values are stored · 4 lines').waitFor();
    expect(await series('meter/power')).toEqual([1234.5, 2.5, 4.5]);
    const made = await admin.call('deviceVariablesOfDevice', { path: { deviceSn: 'sensor' } });
    expect(made.map(({ name, unit }) => [name, unit])).toEqual([['Temperature', '°C']]);

    await page.getByRole('button', { name: 'Undo the import of days.csv' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('4 removed · 1 restored · 0 kept').waitFor();
    expect(await series('meter/power')).toEqual([7]);
    expect(await page.getByRole('button', { name: 'Undo the import of days.csv' }).count()).toBe(0);

    await page.getByRole('button', { name: 'My jobs' }).click();
    const jobs = page.getByRole('dialog', { name: 'My jobs' }).getByRole('listitem');
    for (const pattern of [
      /^Undo of import days.csv\n.* · Done · 5 of 5/,
      /^Import of recording days.csv\n.* · Done · 100/,
      /^Check of recording days.csv\n.* · Done · 100/,
    ])
      await expect.poll(() => jobs.allInnerTexts()).toContainEqual(expect.stringMatching(pattern));
  });

  it('reads files with the same columns in the same way, as corrected by a user', async () => {
    const page = await openPage(server);
    await signIn(page, server, undefined, PLACE);
    const month = (name: string, day: string) =>
      file(name, `time,p\n2023-${day} 00:00:00,1\n2023-${day} 01:00:00,-9\n`);
    await page.getByText('Choose CSV files or drop them here').waitFor();
    await page.locator('input[type=file]').setInputFiles([month('a.csv', '01-01'), month('b.csv', '02-01')]);
    await page.getByText('2 files with the same columns').waitFor();
    await choose(page, 'Time zone for times without one', 'Asia/Tokyo');
    await page.getByText('2023-01-01 00:00:00 +09:00').waitFor();
    // Makes two quick choices, without waiting for the answer between them. Neither is lost.
    const answered = Promise.withResolvers<void>();
    await page.route(
      '**/ems/api/device/monitordevicevar/data/import/inspect',
      async (route) => {
        await answered.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('combobox', { name: 'Marks of empty values' }).fill('-9');
    await page.keyboard.press('Enter');
    await choose(page, 'Device', 'sensor');
    answered.resolve();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('button', { name: 'Import 2 values' }).click();
    await expect.poll(() => page.getByText('1 value is stored · 2 lines · 1 empty').count()).toBe(2);
    expect(await series('sensor/p')).toEqual([1, 1]);
  });

  it('shows all details of an import on a phone, however long the file name is', async () => {
    const name = `${'meter-readings-of-the-northern-site-'.repeat(3)}2024.csv`;
    const desk = await openPage(server);
    await signIn(desk, server, undefined, PLACE);
    await desk.getByText('Choose CSV files or drop them here').waitFor();
    await desk
      .locator('input[type=file]')
      .setInputFiles([file(name, 'time,q\n2024-01-01 00:00:00,1\n2024-01-01 01:00:00,2\n')]);
    await choose(desk, 'Device', 'sensor');
    await desk.getByRole('button', { name: 'Check', exact: true }).click();
    await desk.getByRole('button', { name: 'Import 2 values' }).click();
    await desk.getByText('2 values are stored · 2 lines').waitFor();

    const width = 390;
    const phone = await openPage(server, { width });
    await signIn(phone, server, undefined, PLACE);
    const past = phone.getByRole('table', { name: 'Imports so far' });
    const undo = phone.getByRole('button', { name: `Undo the import of ${name}` });
    // The check before the import has a row of its own, without a way to revert it.
    const row = past.getByRole('row').filter({ has: undo });
    for (const part of [
      undo,
      row.getByText('2 values are stored'),
      row.getByText('north', { exact: true }),
    ]) {
      const box = (await part.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
    await phone.getByRole('columnheader', { name: 'File' }).getByRole('button').click();
    await expect
      .poll(() => phone.getByRole('columnheader', { name: 'File' }).getAttribute('aria-sort'))
      .toBe('ascending');
  });
});
