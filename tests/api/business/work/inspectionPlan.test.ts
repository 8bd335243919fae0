/**
 * S2: a plan skips holidays, and covers several stations with crews in turn. Inspections that have begun are
 * not affected by later changes of the plan.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InspectionPlan } from '../../../../generated/types.ts';
import { dayAfter } from '../../../../runtime/core/time/workDays.ts';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { makePerson } from '../../../support/people/people.ts';
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

async function inspectionsOf(plan: Pick<InspectionPlan, 'id'>) {
  const filter = JSON.stringify({ and: [{ field: 'planId', op: 'in', value: [plan.id] }] });
  return (await head.call('inspections', { query: { filter, size: 200 } })).records;
}

const daysOf = async (plan: Pick<InspectionPlan, 'id'>) => {
  const records = await inspectionsOf(plan);
  return records
    .map(({ id, day }) => ({ id, day: String(day) }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
};

/** Returns the next day that is not on a weekend. */
function nextWeekday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 ? nextWeekday(dayAfter(day, 1)) : day;
}

/** Returns the first days of the next eleven months. */
function nextFirsts(): string[] {
  const days = Array.from({ length: 366 }, (_, at) => dayAfter(today(), at + 1));
  return days.filter((day) => day.endsWith('-01')).slice(0, 11);
}

it("moves an inspection round over the tenant's holidays, and stops except for begun inspections", async () => {
  const { records: calendars } = await head.call('workCalendarPage', { query: { size: 10 } });
  const firsts = nextFirsts();
  const away = firsts[5]!;
  const known = await head.call('workCalendarDayPage', { query: { size: 200 } });
  const holidays = Array.from({ length: 7 }, (_, at) => dayAfter(away, at));
  for (const day of holidays.filter((one) => known.records.every((record) => record.day !== one)))
    await head.call('workCalendarDayCreate', {
      body: { calendarId: calendars[0]!.id, day, kind: 'holiday', name: 'National Day' },
    });
  const { station } = await makeSite(head);
  const template = await makeTemplate(head);
  const body = {
    ...{ name: 'Monthly battery round', templateId: template.id },
    ...{ places: [{ stationSn: station.sn! }], crews: [{}] },
    ...{ rule: 'FREQ=MONTHLY;BYMONTHDAY=1', days: 'next' as const },
    ...{ startDate: dayAfter(today(), 1), endDate: dayAfter(firsts.at(-1)!, 10) },
  };
  const plan = await head.call('inspectionPlanCreate', { body });
  await Promise.all([planNow(), planNow()]);
  const made = await daysOf(plan);
  expect(new Set(made.map(({ day }) => day)).size).toBe(made.length);
  expect(made).toHaveLength(firsts.length);
  const inThatMonth = made.filter(({ day }) => day.startsWith(away.slice(0, 7)));
  expect(inThatMonth.map(({ day }) => day)).toEqual([nextWeekday(dayAfter(away, 7))]);

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

it('inspects several stations on a day, with two crews in turn', async () => {
  const [north, south, east] = [await makeSite(head), await makeSite(head), await makeSite(head)];
  const template = await makeTemplate(head);
  const person = async () => (await makePerson(server, [head.tenantId], { permissions: [] })).userId;
  const [ann, bob, cay] = [await person(), await person(), await person()];
  const plan = await head.call('inspectionPlanCreate', {
    body: {
      ...{ name: 'Round of three', templateId: template.id, rule: 'FREQ=WEEKLY', days: 'any' },
      ...{ startDate: dayAfter(today(), 1), endDate: dayAfter(today(), 22) },
      places: [
        { stationSn: north.station.sn!, deviceSn: north.device.sn! },
        { stationSn: south.station.sn! },
        { stationSn: east.station.sn! },
      ],
      crews: [{ userId: ann, helpers: [cay] }, { userId: bob }],
    },
  });
  expect(plan).toMatchObject({ placeCount: 3, crewCount: 2 });
  const wrong = { id: plan.id, version: plan.version };
  const foreign = [{ stationSn: south.station.sn!, deviceSn: north.device.sn! }];
  expect(await ask(head, 'inspectionPlanUpdate', { body: { ...wrong, places: foreign } })).toMatchObject({
    status: 400,
    errors: [{ field: '/places/0/deviceSn' }],
  });
  /** The inspections by day, with the stations and the inspectors of each. */
  const made = async () => {
    const byDay = Map.groupBy(await inspectionsOf(plan), ({ day }) => String(day));
    return [...byDay]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, records]) => ({
        day,
        stations: records.map(({ stationSn }) => stationSn).toSorted(),
        people: [...new Set(records.map(({ userId }) => userId))],
      }));
  };
  const stations = [north, south, east].map(({ station }) => station.sn);
  const inTurn = (people: readonly number[], from = stations) =>
    people.map((one, at) => ({ day: dayAfter(today(), 1 + 7 * at), stations: from, people: [one] }));
  for (let twice = 0; twice < 2; twice += 1) {
    await Promise.all([planNow(), planNow()]);
    expect(await made()).toEqual(inTurn([ann, bob, ann, bob]));
  }
  const ofNorth = (await inspectionsOf(plan)).filter(({ stationSn }) => stationSn === north.station.sn);
  expect(ofNorth.map(({ deviceSn }) => deviceSn)).toEqual(Array(4).fill(north.device.sn));
  expect(ofNorth.filter(({ userId }) => userId === ann).map(({ helpers }) => helpers)).toEqual([
    [cay],
    [cay],
  ]);

  // The list of plans of one station contains the plan. The list of another station does not.
  const { station: west } = await makeSite(head);
  const atSite = async (stationSn: string) => {
    const filter = JSON.stringify({ and: [{ op: 'site', value: stationSn }] });
    return (await head.call('inspectionPlanPage', { query: { filter, size: 100 } })).records.map(
      ({ id }) => id,
    );
  };
  expect(await atSite(south.station.sn!)).toEqual([plan.id]);
  expect(await atSite(west.sn!)).toEqual([]);

  // A changed list of stations and another order of crews change only inspections that have not begun.
  const begun = (await inspectionsOf(plan)).find(
    ({ day, stationSn }) => day === dayAfter(today(), 1) && stationSn === south.station.sn,
  )!;
  await moveInspection(head, begun.id, 'start');
  const { version, places, crews } = await head.call('inspectionPlanGet', { path: { id: plan.id } });
  await head.call('inspectionPlanUpdate', {
    body: {
      ...{ id: plan.id, version },
      places: places!.filter(({ stationSn }) => stationSn !== south.station.sn),
      crews: crews!.toReversed(),
    },
  });
  await Promise.all([planNow(), planNow()]);
  const rest = [north, east].map(({ station }) => station.sn);
  const [first, ...others] = await made();
  expect(others).toEqual(inTurn([bob, ann, bob, ann], rest).slice(1));
  expect(first!.stations).toEqual(stations);
  expect(await readInspection(head, begun.id)).toMatchObject({ userId: ann, state: 'running' });
});
