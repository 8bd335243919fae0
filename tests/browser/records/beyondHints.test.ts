/** A form shows conflicts with other records before it is saved: hours of a day, and a used unit. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { book, iso, makeMobile } from '../../support/devices/mobile.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type Client, login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
let boss: Client;
let account: { username: string; password: string };
let userId: number;

beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  const person = await makePerson(server, [tenant], { role: 'administrator' });
  account = { username: person.username, password: PASSWORD };
  userId = person.userId;
  boss = await login(server, person.username, PASSWORD);
});
afterAll(() => server?.stop());

async function openRecord(address: string): Promise<Page> {
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, account, address);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  return page;
}

describe('the form of a saved record', () => {
  it("shows that a person's hours exceed a day, and removes the hint again", async () => {
    const { station } = await makeSite(boss);
    const asset = await boss.call('assetCreate', {
      body: { name: 'Inverter H', category: 'inverter', stationSn: station.sn! },
    });
    const work = (hours: number) =>
      boss.call('operationRecordCreate', {
        body: {
          ...{ assetId: asset.id, kind: 'maintenance', doneOn: '2026-05-04' },
          ...{ content: `${hours} h`, handlerId: userId, hours },
        },
      });
    await work(20);
    const { id } = await work(3);
    const page = await openRecord(`/main/ems/map/deviceManagement/info/operations/${id}`);
    const hours = page.getByRole('spinbutton', { name: 'Working hours' });
    await hours.fill('5');
    const hint = page.getByText(
      'The working hours of this person on 2026-05-04 would be 25 h. The limit is 24 h.',
    );
    await hint.waitFor();
    await hours.fill('4');
    await hint.waitFor({ state: 'detached' });
    expect((await boss.call('operationRecordGet', { path: { id } })).hours).toBe(3);
  });

  it('shows that the unit is used by another rental', async () => {
    const mobile = await makeMobile(boss, 'HINT');
    await book(boss, mobile, [iso(10, '08:00'), iso(10, '20:00')]);
    const { id } = await book(boss, mobile, [iso(14, '08:00'), iso(14, '20:00')]);
    const page = await openRecord(`/main/ems/mobileEnergyManage/rentals/${id}`);
    const from = page.getByRole('textbox', { name: 'From', exact: true }).first();
    await from.fill('2026-11-10 06:00:00');
    await page.getByRole('button', { name: 'OK' }).filter({ visible: true }).click();
    await page.getByText(/The unit is already rented: MR\d+-\d+/).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const { startsAt } = await boss.call('mobileRentalGet', { path: { id } });
    expect(startsAt).toBe(iso(14, '08:00'));
  });
});
