/** S6: a dispatcher sees when a user has more work on a day than working hours, or is absent. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../support/calls/client.ts';
import { importRows } from '../../../support/calls/importRows.ts';
import { makePerson, type Person } from '../../../support/people/people.ts';
import { makeInspection, moveTemplate } from '../../../support/records/inspections.ts';
import { sharedServer, type TestServer } from '../../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite } from '../../../support/telemetry/site.ts';

/** A Thursday. */
const DAY = '2027-03-04';
const dueTime = `${DAY}T09:00:00Z`;
const SATURDAY = '2027-03-06';

let server: TestServer;
let boss: Client & { tenantId: number };
let stationSn: string;

beforeAll(async () => {
  server = await sharedServer();
  boss = await makeOperator(server);
  stationSn = (await makeSite(boss)).station.sn!;
});
afterAll(() => server?.stop());

const makeWorker = (): Promise<Person> =>
  makePerson(server, [boss.tenantId], { role: 'operator', name: 'Wen Zhou' });

const makeSheet = (handlerId: number, minutes: number, more: object = {}) =>
  boss.call('siteWorksheetCreate', {
    body: {
      ...{ name: 'Filter', stationSn, type: 'repair' as const, priority: 'normal' as const },
      ...{ handlerId, minutes, dueTime, ...more },
    },
  });

/** Returns the hints of a form with these values. */
async function hintsOf(client: Client, entity: string, values: object, id?: number): Promise<string[]> {
  const { beyond } = await client.call('recordUnique', {
    path: { entity },
    body: { values: { ...values }, ...(id === undefined ? {} : { id }) },
  });
  return beyond.map(({ text }) => text);
}

const OVER = 'Wen Zhou当日工作共 9 小时，可用 8 小时';

it('adds up the work orders and inspections of the day, and counts the task itself once', async () => {
  const { userId } = await makeWorker();
  const sheet = await makeSheet(userId, 180);
  const round = await makeInspection(boss, { userId, day: DAY, minutes: 300 });
  const task = { handlerId: userId, dueTime };
  expect(await hintsOf(boss, 'siteWorksheet', task)).toEqual([]);
  expect(await hintsOf(boss, 'siteWorksheet', { ...task, minutes: 60 })).toEqual([OVER]);
  expect(await hintsOf(boss, 'siteWorksheet', { minutes: 180 }, sheet.id)).toEqual([]);
  expect(await hintsOf(boss, 'siteWorksheet', { minutes: 240 }, sheet.id)).toEqual([OVER]);
  expect(await hintsOf(boss, 'inspection', { minutes: 360 }, round.id)).toEqual([OVER]);
  expect(await hintsOf(boss, 'inspection', { minutes: 360, day: '2027-03-05' }, round.id)).toEqual([]);
});

it('excludes revoked work, work of other days, and work that the caller may not see', async () => {
  const { userId } = await makeWorker();
  const { id, version } = await makeSheet(userId, 480);
  await makeSheet(userId, 480, { dueTime: '2027-03-05T09:00:00Z' });
  const values = { handlerId: userId, dueTime, minutes: 60 };
  expect(await hintsOf(boss, 'siteWorksheet', values)).toEqual([OVER]);
  const planner = await joinTenant(server, boss.tenantId, ['siteWorksheet:create']);
  expect(await hintsOf(planner, 'siteWorksheet', values)).toEqual([]);
  await boss.call('recordTransition', {
    path: { entity: 'siteWorksheet', id },
    body: { name: 'revoke', version, form: { revokeReason: 'Done by others' } },
  });
  expect(await hintsOf(boss, 'siteWorksheet', values)).toEqual([]);
});

it('has no working time on days off, by the zone of the calendar', async () => {
  const { userId } = await makeWorker();
  const values = { handlerId: userId, minutes: 60 };
  const over = ['Wen Zhou当日工作共 1 小时，可用 0 小时'];
  expect(await hintsOf(boss, 'siteWorksheet', { ...values, dueTime: `${SATURDAY}T09:00:00Z` })).toEqual(over);
  const { records } = await boss.call('workCalendarPage', { query: {} });
  for (const { id, version } of records)
    await boss.call('workCalendarUpdate', { body: { id, version, zone: 'Asia/Shanghai' } });
  expect(await hintsOf(boss, 'siteWorksheet', { ...values, dueTime: '2027-03-05T17:00:00Z' })).toEqual(over);
});

it('is listed for users and days, beside the working time', async () => {
  const { userId } = await makeWorker();
  const idle = await makeWorker();
  await makeSheet(userId, 540);
  const inputOf = (more: object = {}) => ({
    path: { entity: 'siteWorksheet' },
    query: { users: `${userId},${idle.userId},${userId}`, from: '2027-03-01', days: 7, ...more },
  });
  const day = { userId, day: DAY, minutes: 540, possible: 480, absent: false };
  expect(await boss.call('recordPersonDays', inputOf())).toEqual([day]);
  expect(await boss.call('recordPersonDays', inputOf({ days: 3 }))).toEqual([]);
  const status = async (client: Client, more: object = {}, entity = 'siteWorksheet') =>
    (await client.request('recordPersonDays', { ...inputOf(more), path: { entity } })).status;
  expect(await status(boss, { days: 101 })).toBe(400);
  expect(await status(boss, { users: '1,x' })).toBe(400);
  expect(await status(boss, {}, 'customer')).toBe(404);
  const stranger = await joinTenant(server, boss.tenantId, ['inspection:list']);
  expect(await status(stranger)).toBe(403);
  expect(await stranger.call('recordPersonDays', { ...inputOf(), path: { entity: 'inspection' } })).toEqual(
    [],
  );
  const other = await makeOperator(server);
  expect(await other.call('recordPersonDays', inputOf())).toEqual([]);
});

it('counts imported work, also above the working time, and nothing of refused rows', async () => {
  const { userId } = await makeWorker();
  await makeSheet(userId, 300);
  const row = (name: string, handler: number, minutes: number) => [
    ...[name, stationSn, 'repair', 'normal', String(handler), String(minutes), '2027-03-04 17:00'],
  ];
  const { checked, imported } = await importRows(boss, { entity: 'siteWorksheet' }, [
    ['name', 'stationSn', 'type', 'priority', 'handlerId', 'minutes', 'dueTime'],
    row('Over', userId, 240),
    row('Negative', userId, -60),
    row('Unknown person', 999_999, 60),
  ]);
  expect(imported.problems).toEqual(checked.problems);
  expect(imported).toMatchObject({ created: 1, rejected: 2 });
  expect(imported.problems.map(({ row: at, column, reason }) => `${at} ${column}: ${reason}`)).toEqual([
    '3 minutes: Expected duration must be 1 min or more',
    '4 handlerId: Does not exist',
  ]);
  const query = { users: String(userId), from: DAY, days: 1 };
  expect(await boss.call('recordPersonDays', { path: { entity: 'siteWorksheet' }, query })).toMatchObject([
    { minutes: 540, possible: 480 },
  ]);
  expect(await hintsOf(boss, 'siteWorksheet', { handlerId: userId, dueTime, minutes: 0 })).toEqual([OVER]);
});

it('copies the minutes of the template to an inspection', async () => {
  const { id } = await boss.call('inspectionTemplateCreate', {
    body: { name: 'Long round', minutes: 45, items: [{ name: 'Smell', kind: 'check' }] },
  });
  await moveTemplate(boss, id, 'release');
  expect(await makeInspection(boss, { templateId: id })).toMatchObject({ minutes: 45 });
});
