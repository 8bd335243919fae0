/** S15: a user sees a mobile unit on the map with its track of a day, and the bill of a rental. */
import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import texts from '../../../pages/mobile/texts.json' with { type: 'json' };
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import type { Client } from '../../support/calls/client.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import {
  at,
  book,
  counted,
  iso,
  type Mobile,
  makeMobile,
  move,
  ramp,
  use,
} from '../../support/devices/mobile.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let boss: Client & { tenantId: number };
let account: { username: string; password: string };
let mobile: Mobile;

const MINUTE_MS = 60_000;
const TRACK_DAY = '2026-11-10';

/** Sends a track to the north-west, without points from 09:20 to 09:50. */
async function drive({ device }: Mobile): Promise<void> {
  const points = [];
  for (let minute = 0; minute <= 90; minute += 1) {
    if (minute > 20 && minute < 50) continue;
    const ts = at(10, '09:00') + minute * MINUTE_MS;
    const place = { longitude: 120.72 - minute * 0.004, latitude: 31.32 + minute * 0.0025 };
    for (const [code, value] of Object.entries(place))
      points.push({ tenantId: boss.tenantId, sn: `${device.sn}-${code}`, ts, value });
  }
  for (const [code, value] of Object.entries({ soc: 64.5, power: 40 }))
    points.push({ tenantId: boss.tenantId, sn: `${device.sn}-${code}`, ts: Date.now(), value });
  await ingestPoints(server, points);
}

async function chooseDay(within: Locator): Promise<void> {
  const day = within.getByLabel('Day');
  await day.click();
  await day.fill(TRACK_DAY);
  await within.page().getByTitle(TRACK_DAY).filter({ visible: true }).click();
}

beforeAll(async () => {
  server = await sharedServer();
  const tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId], { role: 'administrator' });
  account = { username, password: PASSWORD };
  boss = { ...(await login(server, username, PASSWORD)), tenantId };
  mobile = await makeMobile(boss, 'WAY');
  await drive(mobile);
  await makeMobile(boss, 'LOST');
});
afterAll(() => server?.stop());

it('is shown on the map with its track, including its gap', async () => {
  const page = await openPage(server);
  await signIn(page, server, account, '/main/ems/mobileEnergy');
  const units = page.getByRole('list', { name: 'Mobile units' });
  await units.getByText(/64\.5 ?%/).waitFor();
  // The map cannot show a unit that has not reported a position.
  const lost = page.getByRole('list', { name: 'Without a position (1)' });
  await lost.getByRole('button', { name: /Truck LOST/ }).waitFor();
  expect(await units.getByRole('button').count()).toBe(1);
  await units.getByRole('button', { name: /Truck WAY/ }).click();
  const chosen = page.getByRole('region', { name: 'Selected unit' });
  await chooseDay(chosen);
  await chosen.getByText('09:20–09:50').waitFor();
  // 90 minutes, of which a third is unknown: 60 × 0.47 km.
  expect(await chosen.innerText()).toMatch(/2[78]\.\d km/);
  await page.getByRole('button', { name: /Truck WAY · Free/ }).waitFor();
  await keepPicture(page, 'mobile-map');

  await units.getByRole('link', { name: 'Details' }).click();
  await page.getByRole('tab', { name: 'Track' }).click();
  const track = page.getByRole('region', { name: 'Track of the day' });
  await chooseDay(track);
  await track.getByText('09:20–09:50').waitFor();
  await keepPicture(page, 'mobile-detail');
  await page.getByRole('tab', { name: 'Live' }).click();
  await page.getByText('dischargeEnergy').first().waitFor();
});

it('has a bill that is shown and printed', async () => {
  const rental = await book(boss, mobile, [iso(10, '08:00'), iso(11, '20:00')]);
  await move(boss, 'mobileRental', rental.id, 'arrive', { arrivedAt: iso(10, '08:00') });
  await ramp(server, boss, mobile.counter, [at(10, '10:00'), 1000], [at(10, '12:00'), 1200.125]);
  await counted(boss, await use(boss, rental.id, [iso(10, '10:00'), iso(10, '12:00')]));
  const page = await openPage(server);
  await signIn(page, server, account, `/main/ems/mobileEnergyManage/rentals/${rental.id}`);
  await page.getByText('500.00').first().waitFor();
  await page.getByRole('tab', { name: /Session/ }).click();
  await page.getByText('200.125').first().waitFor();
  await keepPicture(page, 'mobile-rental');
  await page.goto('/main/ems/map/storageOverview/incomeViewMe');
  await page.getByText('240.15').first().waitFor();
  await keepPicture(page, 'mobile-bill-report');
});

it.each([
  { lang: 'zh', theme: 'dark', width: 1440 },
  { lang: 'zh', theme: 'default', width: 390 },
] as const)('fits $width pixels in $lang', async (options) => {
  const page = await openPage(server, options);
  await signIn(page, server, account, '/main/ems/mobileEnergy');
  const units = page.getByRole('list', { name: texts['mobile.units'].zh });
  await units.getByRole('button', { name: /Truck WAY/ }).click();
  await page.getByRole('region', { name: texts['mobile.chosen'].zh }).waitFor();
  await keepPicture(page, `mobile-${options.lang}-${options.theme}-${options.width}`);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWide).toBe(false);
});
