/**
 * S1, S6: a work order is created from an alarm, carried out and checked. A dispatcher moves another one to
 * another day of the month.
 */
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAlarms } from '../../support/alarms/alarms.ts';
import { openPage, type PageOptions, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { eventually, recordLinks } from '../../support/browser/listPage.ts';
import { offer } from '../../support/browser/options.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, PASSWORD, type Person } from '../../support/people/people.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite, type Site } from '../../support/telemetry/site.ts';

const PHONE = { width: 390, height: 844 } as const;

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

async function open({ username }: Person, address: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage(server, options);
  await signIn(page, server, { username, password: PASSWORD }, address);
  return page;
}

const statusOf = async (id: number) => (await boss.call('siteTask', { query: { id } })).status;

/** Runs a transition of the open record; `fill` fills in its dialog. */
async function move(page: Page, title: string, fill?: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: title, exact: true }).first().click();
  if (!fill) return;
  const dialog = page.getByRole('dialog', { name: title });
  await fill(dialog);
  await dialog.getByRole('button', { name: title, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The dispatcher creates a work order for the only alarm in the list. Returns its id. */
async function dispatchAlarm(desk: Page): Promise<number> {
  const row = desk.getByRole('row', { name: /Cell spread 0/ });
  await row.getByRole('button', { name: 'Create work order' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Create work order' });
  await dialog.getByRole('combobox', { name: 'Handled by' }).click();
  await offer(desk, 'Wen Zhou').click();
  await dialog.getByRole('button', { name: 'Create work order', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const { records } = await boss.call('siteTaskList', { query: { stationSn: site.station.sn! } });
  return records.find(({ name }) => name === 'Cell spread 0')!.id;
}

it('is created from the alarm, done on a phone, and checked at the desk', async () => {
  await addAlarms(server, boss.tenantId, site, { count: 1, info: 'Cell spread' });
  const desk = await open(dispatcher, '/main/ems/map/warning/record');
  const id = await dispatchAlarm(desk);

  const phone = await open(worker, `/main/operation/worksheet/arrange/${id}`, PHONE);
  await move(phone, 'Accept');
  await eventually(() => statusOf(id)).toBe('processing');
  await move(phone, 'Wait', async (form) => {
    await form.getByRole('combobox', { name: 'Waits for' }).click();
    await offer(phone, 'A part').click();
  });
  await eventually(() => statusOf(id)).toBe('waiting');
  await keepPicture(phone, 'worksheet-phone');
  await move(phone, 'Resume');
  await eventually(() => statusOf(id)).toBe('processing');
  await move(phone, 'Finish', (form) => form.getByRole('textbox', { name: 'Result' }).fill('Balanced'));
  await eventually(() => statusOf(id)).toBe('checking');

  await desk.goto('/main/operation/worksheet/checking');
  await recordLinks(desk).filter({ hasText: 'Cell spread 0' }).click();
  await move(desk, 'Pass');
  await eventually(() => statusOf(id)).toBe('completed');
});

it('is moved to another day in the calendar of open work', async () => {
  const now = new Date();
  const dueTime = new Date(now.getFullYear(), now.getMonth(), 15, 9).toISOString();
  const stationSn = site.station.sn!;
  const body = { name: 'Check the fuse', stationSn, type: 'repair', priority: 'high' };
  await boss.call('siteWorksheetCreate', { body: { ...body, dueTime, handlerId: worker.userId } });
  const page = await open(dispatcher, '/main/operation/worksheet/arrange?as=calendar');
  const entry = page.getByRole('button', { name: 'Check the fuse' });
  const dayOf = () =>
    entry.evaluate((element) => element.closest('ol > li')?.querySelector('time')?.textContent);
  await entry.waitFor();
  await entry.press('Alt+ArrowRight');
  await eventually(dayOf).toBe('16');
  const { records } = await boss.call('siteTaskList', { query: { stationSn } });
  const moved = records.find(({ name }) => name === 'Check the fuse');
  expect(new Date(moved!.dueTime!).getDate()).toBe(16);
});
