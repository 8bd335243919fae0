/** The page shows how it reads a file before anything is stored, and asks for open choices. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { offer } from '../../support/browser/options.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

const PLACE = '/main/ems/map/configuration/telemetryImport';
let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  await seedSite(server, {
    tenantId: 1,
    station: 'north',
    zone: 'Europe/Berlin',
    device: 'meter',
    token: 't',
  });
});
afterAll(() => server?.stop());

async function openWith(name: string, text: string): Promise<Page> {
  const page = await openPage(server);
  await signIn(page, server, undefined, PLACE);
  await page.getByText('Choose CSV files or drop them here').waitFor();
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles([file]);
  await page.getByRole('region', { name: 'Format settings and their source' }).waitFor();
  return page;
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await offer(page, option).click();
}

const check = (page: Page) => page.getByRole('button', { name: 'Check', exact: true });
const preview = (page: Page) => page.getByRole('table', { name: 'Preview of the first lines' });

describe('the page shows before anything is stored', () => {
  it('series, skipped lines and units, and asks for the kind of energy', async () => {
    const text =
      'Plant;North\nFrom;Until;Register;Volume;Unit;State\n01-01-2025;00:00:00;Import;0,125;kWh;read\n01-01-2025;00:00:00;Export;0,000;kWh;read\n01-01-2025;00:15:00;Import;0,250;kWh;read\n01-01-2025;00:15:00;Export;0,031;kWh;read\n';
    const page = await openWith('registers.csv', text);
    const format = page.getByRole('region', { name: 'Format settings and their source' });
    await format.getByText('Plant · North').waitFor();
    expect(await format.getByRole('spinbutton', { name: 'Lines before the headings' }).inputValue()).toBe(
      '1',
    );
    await format.getByTitle('Register').waitFor();
    await format.getByText('default, please confirm').first().waitFor();
    const columns = page.getByRole('table', { name: 'Columns and variables' });
    for (const series of ['Import', 'Export'])
      await columns.getByRole('checkbox', { name: `Import the column Volume: ${series}` }).waitFor();
    await page.getByText('Select the content of the energy columns first').waitFor();
    expect(await check(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Amounts of intervals' }).click();
    await check(page).click();
    await page.getByRole('button', { name: 'Import 4 values' }).click();
    await page.getByText('4 values are stored · 4 lines').waitFor();
    const made = await admin.call('deviceVariablesOfDevice', { path: { deviceSn: 'meter' } });
    expect(made.map(({ code, unit, kind }) => [code, unit, kind]).sort()).toEqual([
      ['Export', 'kWh', 'interval'],
      ['Import', 'kWh', 'interval'],
    ]);
  });

  it('the zone of a heading and timestamps of interval ends, each as a choice', async () => {
    const text = 'End of interval UTC,kW\n2025-07-01 00:15,1\n2025-07-01 00:30,2\n';
    const page = await openWith('ends.csv', text);
    // The line shows the end of its interval, and the start in this zone.
    await preview(page).getByText('2025-07-01 00:15:00 +00:00').first().waitFor();
    await preview(page).getByText('2025-07-01 00:00:00 +00:00').waitFor();
    await choose(page, 'Length of an interval', '1h');
    await preview(page).getByText('2025-06-30 23:15:00 +00:00').waitFor();
    await choose(page, 'Times name', 'the start of an interval');
    await expect.poll(() => preview(page).getByText('2025-06-30').count()).toBe(0);
    await choose(page, 'Time zone for times without one', 'Asia/Tokyo');
    await preview(page).getByText('2025-07-01 00:15:00 +09:00').waitFor();
  });

  it('that two values differ, with both possible decisions', async () => {
    const text = 'time,kW\n2025-07-01 00:15,1\n2025-07-01 00:15,5\n2025-07-01 00:30,2\n';
    const page = await openWith('twice.csv', text);
    await check(page).click();
    await page.getByText('1 values differ for the same variable and time').first().waitFor();
    await page
      .getByRole('region', { name: 'Rejected values: twice.csv' })
      .getByText('5', { exact: true })
      .waitFor();
    expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Use the last value' }).click();
    await check(page).click();
    await page.getByText('2 values would be stored · 3 lines · 0 empty · 0 rejected · 1 repeated').waitFor();
  });

  it('that each line may be a day', async () => {
    const text = 'Day,Q1,Q2,Q3,Q4\n2025-01-01,0.1,0.2,0.3,0.4\n2025-01-02,0.5,0.6,0.7,0.8\n';
    const page = await openWith('days.csv', text);
    await page.getByText('Confirm: is each line a day?').waitFor();
    expect(await check(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Yes: 4 intervals of one variable' }).click();
    await preview(page).getByText('0.1 … (+3)').waitFor();
    await check(page).click();
    await page.getByText('8 values would be stored · 2 lines').waitFor();
  });

  it('that nothing would be stored', async () => {
    const page = await openWith('wrong.csv', 'time,kW\n2030-07-01 00:15,1\n2030-07-01 00:30,2\n');
    await check(page).click();
    await page.getByText('Nothing would be stored').waitFor();
  });
});
