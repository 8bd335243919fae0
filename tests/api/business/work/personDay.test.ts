/** S6: a dispatcher learns that a person has more than 12 hours of work on a day. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../support/calls/client.ts';
import { makePerson, type Person } from '../../../support/people/people.ts';
import { makeInspection, moveTemplate } from '../../../support/records/inspections.ts';
import { sharedServer, type TestServer } from '../../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite } from '../../../support/telemetry/site.ts';

const DAY = '2027-03-04';
const dueTime = `${DAY}T09:00:00Z`;

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

it('adds up the work orders and inspections of the day, and counts the task itself once', async () => {
  const { userId } = await makeWorker();
  const sheet = await makeSheet(userId, 300);
  const round = await makeInspection(boss, { userId, day: DAY, minutes: 420 });
  const asked = (more: object) => ({ query: { handlerId: userId, dueTime, ...more } });
  expect(await boss.call('leaveAway', asked({}))).toMatchObject({ busy: '', hours: null });
  const busy = { busy: 'Wen Zhou', hours: 13 };
  expect(await boss.call('leaveAway', asked({ minutes: 60 }))).toMatchObject(busy);
  expect(await boss.call('leaveAway', asked({ id: sheet.id, minutes: 300 }))).toMatchObject({ hours: null });
  expect(await boss.call('leaveAway', asked({ id: sheet.id, minutes: 360 }))).toMatchObject(busy);
  const inspected = { userId, day: DAY, id: round.id, minutes: 480 };
  expect(await boss.call('inspectorAway', { query: inspected })).toMatchObject(busy);
  const next = { ...inspected, day: '2027-03-05' };
  expect(await boss.call('inspectorAway', { query: next })).toMatchObject({ busy: '', hours: null });
});

it('excludes revoked work, work of other days, and work that the caller may not see', async () => {
  const { userId } = await makeWorker();
  const { id, version } = await makeSheet(userId, 700);
  await makeSheet(userId, 700, { dueTime: '2027-03-06T09:00:00Z' });
  const asked = { query: { handlerId: userId, dueTime, minutes: 60 } };
  expect(await boss.call('leaveAway', asked)).toMatchObject({ hours: 12.7 });
  const planner = await joinTenant(server, boss.tenantId, ['siteWorksheet:create']);
  expect(await planner.call('leaveAway', asked)).toMatchObject({ busy: '', hours: null });
  await boss.call('recordTransition', {
    path: { entity: 'siteWorksheet', id },
    body: { name: 'revoke', version, form: { revokeReason: 'Done by others' } },
  });
  expect(await boss.call('leaveAway', asked)).toMatchObject({ busy: '', hours: null });
});

it('copies the minutes of the template to an inspection', async () => {
  const { id } = await boss.call('inspectionTemplateCreate', {
    body: { name: 'Long round', minutes: 45, items: [{ name: 'Smell', kind: 'check' }] },
  });
  await moveTemplate(boss, id, 'release');
  expect(await makeInspection(boss, { templateId: id })).toMatchObject({ minutes: 45 });
});
