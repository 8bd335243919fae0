/** A user enters the prices of a day by pasting a column, and the prices of other days from a file. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

/** The prices of the day on which the clock is set back, for each of its 25 hours. */
const PRICES = Array.from({ length: 25 }, (_, hour) => (hour - 4) * 10.5);

it('prices by the hour are pasted for a day, and imported from a file', async () => {
  const tenant = await makeTenant(server);
  const chief = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, chief.username, PASSWORD);
  const { station } = await makeSite(boss, 'AHEAD');
  const { id, version } = station;
  const zoned = { id, version, currency: 'EUR', timeZone: 'Europe/Berlin' };
  await boss.call('stationUpdate', { path: { id }, body: zoned });
  const tariff = { stationSn: 'AHEAD', chargeType: 'energy' as const, effectiveFrom: '2026-01-01' };
  await boss.call('electricityPriceAdd', { body: { ...tariff, currency: 'EUR', byHour: true } });
  const page = await openPage(server, { allow: [/status of 4/] });
  const account = { username: chief.username, password: PASSWORD };
  await signIn(page, server, account, '/main/ems/map/configuration/hourlyPrice?station=AHEAD');
  await page.getByRole('button', { name: 'New hourly prices' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Day').fill('2026-10-25');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Add Hour' }).click();
  await form.getByRole('spinbutton').first().focus();
  const paste = (prices: readonly number[]) =>
    page.evaluate(
      (text) => {
        const data = new DataTransfer();
        data.setData('text/plain', text);
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      },
      `${prices.join('\n')}\n`,
    );
  await paste(PRICES.slice(0, 24));
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await form.getByText('At this station, 2026-10-25 has 25 hours.').first().waitFor();
  await form.getByRole('spinbutton').first().focus();
  await paste(PRICES);
  await keepPicture(page, 'hourlyPrices');
  await save.click();
  await form.waitFor({ state: 'detached' });
  const made = await boss.call('dayPricePage', {});
  const hours = made.records[0]!.hours as { from: string; price: number }[];
  expect(hours.map(({ price }) => price)).toEqual(PRICES);
  expect(hours.slice(1, 5).map(({ from }) => from)).toEqual(['01:00', '02:00', '02:00', '03:00']);
  await page.goto('/main/ems/map/configuration/hourlyPriceImport?station=AHEAD');
  const lines = Array.from({ length: 23 }, (_, hour) => {
    const time = new Date(Date.parse('2026-03-28T23:00:00Z') + hour * 3_600_000).toISOString();
    return `${time.slice(0, 16).replace('T', ' ')};${-hour},5`;
  });
  await page.locator('input[type=file]').setInputFiles({
    name: 'spring.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Time UTC;EUR/MWh', ...lines].join('\n')),
  });
  await page.getByText('1 day, 2026-03-29, 23 prices in column "EUR/MWh"').waitFor();
  await page.getByTitle('UTC', { exact: true }).first().waitFor();
  await keepPicture(page, 'hourlyPriceImport');
  await page.getByRole('button', { name: 'Import 1 day' }).click();
  await page.getByText('The prices of 1 day were imported').first().waitFor();
  expect((await boss.call('dayPricePage', {})).total).toBe(2);
});
