/** A dispatcher sees who is where on a day: work, inspections and leave of each person, and hands work over. */
import { expect, it } from 'vitest';
import { serveDesk } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { makeDept, makePerson } from '../../support/people/people.ts';
import { makeInspection } from '../../support/records/inspections.ts';
import { makeSite } from '../../support/telemetry/site.ts';

const desk = serveDesk();
const { head } = desk;
const ADDRESS = '/main/operation/worksheet/arrange?as=timeline';

/** Returns a moment of today, or of a later day. */
function moment(hour: number, days = 0): string {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour).toISOString();
}

async function makeWorker(name: string): Promise<number> {
  const { userId } = await makePerson(desk.server, [desk.tenant()], {
    name,
    permissions: ['siteWorksheet:*'],
  });
  return userId;
}

it("shows the day's cards by person, hands them over by drag and keyboard, and opens the next day", async () => {
  const [ann, bob] = [await makeWorker('Ann Work'), await makeWorker('Bob Free')];
  await makeDept(desk.server, desk.tenant(), head.userId, [head.userId, ann, bob]);
  const { station } = await makeSite(head);
  const makeSheet = async (name: string, days: number) => {
    const body = { name, stationSn: station.sn!, type: 'repair', priority: 'normal', check: 'none' };
    const planned = { handlerId: ann, minutes: 60, dueTime: moment(10, days) };
    return (await head.call('siteWorksheetCreate', { body: { ...body, ...planned } })).id;
  };
  const pump = await makeSheet('Pump', 0);
  await makeSheet('Fan', 1);
  await makeInspection(head, { userId: ann, day: moment(0).slice(0, 10), stationSn: station.sn! });

  const page = await head.open(ADDRESS);
  await page.getByText('One day', { exact: true }).click();
  const seat = (name: string) => page.getByRole('listitem', { name, exact: true });
  const card = (person: string, name: RegExp) => seat(person).getByRole('button', { name });
  await card('Ann Work', /10:00 Pump/).waitFor();
  await seat('Ann Work')
    .getByRole('link', { name: /Inspection/ })
    .waitFor();
  await seat('Bob Free').getByText('Nothing on this day').waitFor();
  expect(await page.getByRole('button', { name: /Fan/ }).count()).toBe(0);
  await keepPicture(page, 'seats');

  const read = () => head.call('siteTask', { query: { id: pump } });
  await card('Ann Work', /Pump/).dragTo(seat('Bob Free'));
  await card('Bob Free', /Pump/).waitFor();
  expect(await read()).toMatchObject({ handlerId: bob, dueTime: moment(10) });
  await card('Bob Free', /Pump/).press('Alt+ArrowUp');
  await card('Ann Work', /Pump/).waitFor();
  expect(await read()).toMatchObject({ handlerId: ann });
  await card('Ann Work', /Pump/).press('Alt+ArrowRight');
  await seat('Ann Work').getByRole('button', { name: /Pump/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Ahead' }).click();
  await card('Ann Work', /Pump/).waitFor();
  await card('Ann Work', /Fan/).click();
  await page.getByRole('complementary').or(page.getByRole('dialog')).getByText('Fan').first().waitFor();

  const phone = await head.open(ADDRESS, { width: 390 });
  await phone.getByText('One day', { exact: true }).click();
  await phone.getByRole('link', { name: /Round/ }).waitFor();
  await keepPicture(phone, 'seats-phone');
});
