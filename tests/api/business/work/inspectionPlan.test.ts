/** S2: a plan across holidays. The inspections that it creates keep the plan from when they began. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InspectionPlan } from '../../../../generated/types.ts';
import { dayAfter } from '../../../../runtime/core/time/workDays.ts';
import type { Client } from '../../../support/calls/client.ts';
import {
  draftNext,
  makeTemplate,
  moveInspection,
  moveTemplate,
  readInspection,
} from '../../../support/records/inspections.ts';
import { makeDue } from '../../../support/records/timePlans.ts';
import { sharedServer, type TestServer } from '../../../support/server/server.ts';
import { makeOperator, makeSite } from '../../../support/telemetry/site.ts';

let server: TestServer;
let head: Client & { tenantId: number };

beforeAll(async () => {
  server = await sharedServer();
  head = await makeOperator(server);
});
afterAll(() => server?.stop());

const today = (): string => new Date().toISOString().slice(0, 10);
const planNow = () => makeDue(server, `${today()}T12:00:00Z`);

const daysOf = async (plan: Pick<InspectionPlan, 'id'>) => {
  const filter = JSON.stringify({ and: [{ field: 'planId', op: 'in', value: [plan.id] }] });
  const { records } = await head.call('inspections', { query: { filter, size: 200 } });
  return records
    .map(({ id, day }) => ({ id, day: String(day) }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
};

/** Returns the next 1 October. */
function nextOctober(): string {
  const day = `${today().slice(0, 4)}-10-01`;
  return day > today() ? day : `${Number(today().slice(0, 4)) + 1}-10-01`;
}

/** Returns the next day that is not on a weekend. */
function nextWeekday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 ? nextWeekday(dayAfter(day, 1)) : day;
}

it('moves a round over the holidays of the tenant, and is stopped without what has begun', async () => {
  const { records: calendars } = await head.call('workCalendarPage', { query: { size: 10 } });
  const october = nextOctober();
  const known = await head.call('workCalendarDayPage', { query: { size: 200 } });
  const holidays = Array.from({ length: 7 }, (_, at) => dayAfter(october, at));
  for (const day of holidays.filter((one) => known.records.every((record) => record.day !== one)))
    await head.call('workCalendarDayCreate', {
      body: { calendarId: calendars[0]!.id, day, kind: 'holiday', name: 'National Day' },
    });
  const { station } = await makeSite(head);
  const template = await makeTemplate(head);
  const body = {
    ...{ name: 'Monthly battery round', templateId: template.id, stationSn: station.sn! },
    ...{ rule: 'FREQ=MONTHLY;BYMONTHDAY=1', startDate: dayAfter(today(), 1), days: 'next' },
  };
  const plan = await head.call('inspectionPlanCreate', { body });
  await Promise.all([planNow(), planNow()]);
  const made = await daysOf(plan);
  expect(new Set(made.map(({ day }) => day)).size).toBe(made.length);
  expect(made).toHaveLength(12);
  const inOctober = made.filter(({ day }) => day.startsWith(october.slice(0, 7)));
  expect(inOctober.map(({ day }) => day)).toEqual([nextWeekday(dayAfter(october, 7))]);

  const begun = made[0]!.id;
  await moveInspection(head, begun, 'start');
  const items = [{ part: 'Container', name: 'Doors', kind: 'check' }];
  const next = await draftNext(head, template.id, { items });
  expect(await moveTemplate(head, next.id, 'release')).toMatchObject({ status: 200 });
  await Promise.all([planNow(), planNow()]);
  expect(await readInspection(head, begun)).toMatchObject({ templateId: template.id, itemCount: 3 });
  expect(await readInspection(head, made[1]!.id)).toMatchObject({ templateId: next.id, itemCount: 1 });

  const { version, templateId } = await head.call('inspectionPlanGet', { path: { id: plan.id } });
  expect(templateId).toBe(next.id);
  await head.call('inspectionPlanUpdate', { body: { id: plan.id, version, active: false } });
  await Promise.all([planNow(), planNow()]);
  expect((await daysOf(plan)).map(({ id }) => id)).toEqual([begun]);
});
