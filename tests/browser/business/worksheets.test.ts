/** S6: a dispatcher moves a work order to another day of the month. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { eventually } from '../../support/browser/listPage.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, PASSWORD, type Person } from '../../support/people/people.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite, type Site } from '../../support/telemetry/site.ts';

let server: TestServer;
let boss: Client & { tenantId: number };
let site: Site;
let worker: Person;
let dispatcher: Person;

beforeAll(async () => {
  server = await sharedServer();
  boss = await makeOperator(server);
  site = await makeSite(boss);
  worker = await makePerson(server, [boss.tenantId], { role: 'operator', name: 'Wen Zhou' });
  dispatcher = await makePerson(server, [boss.tenantId], { role: 'engineering', name: 'Dora Lin' });
});
afterAll(() => server?.stop());

it('is moved to another day in the calendar of open work', async () => {
  const now = new Date();
  const dueTime = new Date(now.getFullYear(), now.getMonth(), 15, 9).toISOString();
  const stationSn = site.station.sn!;
  const body = { name: 'Check the fuse', stationSn, type: 'repair', priority: 'high' };
  await boss.call('siteWorksheetCreate', { body: { ...body, dueTime, handlerId: worker.userId } });
  const page = await openPage(server);
  const account = { username: dispatcher.username, password: PASSWORD };
  await signIn(page, server, account, '/main/operation/worksheet/arrange?as=calendar');
  const entry = page.getByRole('button', { name: 'Check the fuse' });
  const dayOf = () =>
    entry.evaluate((element) => element.closest('ol > li')?.querySelector('time')?.textContent);
  await entry.waitFor();
  await entry.press('Alt+ArrowRight');
  await eventually(dayOf).toBe('16');
  const { records } = await boss.call('siteTaskList', { query: { stationSn } });
  expect(new Date(records[0]!.dueTime!).getDate()).toBe(16);
});
