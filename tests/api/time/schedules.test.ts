/**
 * Records are created on the days of a rule, once for each day, by the tenant's calendar and the current
 * plan.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { holdRows } from '../../support/calls/held.ts';
import { runSql } from '../../support/calls/world.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { definePlans, makeDue, plan, SCHEDULE, visitsOf } from '../../support/records/timePlans.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator } from '../../support/telemetry/site.ts';

let server: TestServer;
let admin: Client;
let books: ReturnType<typeof openBooks>;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  books = openBooks(admin);
  await definePlans(admin);
});
afterAll(() => server?.stop());

const today = (): string => new Date().toISOString().slice(0, 10);
const later = (days: number): string => dayAfter(today(), days);
const at = (day: string): string => `${day}T12:00:00Z`;

const makePlan = (more: object) =>
  books.create('timePlan', {
    ...{ name: 'Round', rule: 'FREQ=DAILY;INTERVAL=10', startDate: today(), zone: 'UTC' },
    ...more,
  });
const daysOf = async (id: number): Promise<string[]> => (await visitsOf(admin, id)).map(({ day }) => day);

describe('a plan', () => {
  it('creates the records of the next days, at once and automatically', async () => {
    const { id } = await makePlan({
      time: '08:30',
      zone: 'Asia/Shanghai',
      startDate: later(2),
      note: 'bring keys',
    });
    await expect.poll(() => daysOf(id)).toHaveLength(3);
    const visits = await visitsOf(admin, id);
    expect(visits.map(({ day }) => day)).toEqual([later(2), later(12), later(22)]);
    const [first] = visits;
    expect(first).toMatchObject({
      name: `Round ${later(2)}`,
      note: 'bring keys',
      // The platform created the visit.
      createdBy: null,
    });
    expect(new Date(first!.at).toISOString()).toBe(`${later(2)}T00:30:00.000Z`);
  });

  it('creates each day once, however often it runs and in how many processes', async () => {
    const { id } = await makePlan({});
    for (const day of [0, 5, 10]) {
      const now = at(later(day));
      await Promise.all([makeDue(server, now), makeDue(server, now), makeDue(server, now)]);
    }
    await makeDue(server, at(today()));
    expect(await daysOf(id)).toEqual([0, 10, 20, 30, 40].map(later));
  });

  it('is run once by two processes, and no failure is logged', async () => {
    // The plan is the only one of its tenant. In a batch with other plans, it would be retried on its own.
    const owner = await makeOperator(server);
    const own = openBooks(owner);
    const rule = 'FREQ=DAILY;INTERVAL=10';
    const { id } = await own.create('timePlan', { name: 'Only', rule, startDate: today(), zone: 'UTC' });
    await makeDue(server, at(today()));
    const release = await holdRows(server, 'schedule_series', { tenant_id: owner.tenantId, plan_id: id });
    const both = Promise.all([makeDue(server, at(later(10))), makeDue(server, at(later(10)))]);
    const waiting = async () => (await runSql(server, 'select pid from pg_locks where not granted')).length;
    await expect.poll(waiting).toBeGreaterThan(1);
    await release();
    await both;
    expect((await visitsOf(owner, id)).map(({ day }) => day)).toEqual([0, 10, 20, 30, 40].map(later));
    const { records } = await owner.call('noticePage', { query: { kind: 'reminder', size: 10 } });
    expect(records).toEqual([]);
  });

  it('creates the days on which no process ran', async () => {
    const { id } = await makePlan({});
    await makeDue(server, at(today()));
    await makeDue(server, at(later(75)));
    expect(await daysOf(id)).toEqual(Array.from({ length: 11 }, (_, place) => later(place * 10)));
  });

  it('creates nothing before its start or after its end', async () => {
    const { id } = await makePlan({ startDate: later(-35), endDate: later(16) });
    await makeDue(server, at(later(90)));
    expect(await daysOf(id)).toEqual([later(5), later(15)]);
  });

  it('needs a valid rule of RFC 5545', async () => {
    for (const rule of ['FREQ=HOURLY', 'daily', 'FREQ=WEEKLY;BYDAY=XX', 'FREQ=DAILY;COUNT=0']) {
      const { status, errors } = await books.ask('POST', 'timePlan', { name: 'Wrong', rule });
      expect([rule, status, errors?.[0]?.field]).toEqual([rule, 400, '/rule']);
    }
  });
});

describe('a plan that is changed', () => {
  it('removes records that have not begun, and keeps records that a user has changed', async () => {
    const made = await makePlan({ note: 'old' });
    await makeDue(server, at(today()));
    const [, second] = await visitsOf(admin, made.id);
    await books.update('timeVisit', second!, { note: 'agreed with the customer' });
    const plan = await books.read('timePlan', made.id);
    await books.update('timePlan', plan, { rule: 'FREQ=DAILY;INTERVAL=15', note: 'new' });
    await makeDue(server, at(today()));
    const visits = await visitsOf(admin, made.id);
    expect(visits.map(({ day, note }) => [day, note])).toEqual([
      // Today's visit has begun.
      [today(), 'old'],
      [later(10), 'agreed with the customer'],
      [later(15), 'new'],
      [later(30), 'new'],
    ]);
  });

  it('stops and continues with its condition, and ends when it is deleted', async () => {
    const made = await makePlan({ startDate: later(1) });
    await makeDue(server, at(today()));
    expect(await daysOf(made.id)).toHaveLength(3);
    await books.update('timePlan', await books.read('timePlan', made.id), { active: false });
    await makeDue(server, at(today()));
    expect(await daysOf(made.id)).toEqual([]);
    await books.update('timePlan', await books.read('timePlan', made.id), { active: true });
    await makeDue(server, at(today()));
    expect(await daysOf(made.id)).toEqual([1, 11, 21].map(later));
    await books.remove('timePlan', made.id);
    await makeDue(server, at(today()));
    expect(await daysOf(made.id)).toEqual([]);
  });

  it('does not affect others if its own records are refused, and notifies its owner once', async () => {
    const wrong = await makePlan({ name: 'Too long', note: 'x'.repeat(90) });
    const right = await makePlan({});
    await makeDue(server, at(today()));
    await makeDue(server, at(today()));
    expect(await daysOf(wrong.id)).toEqual([]);
    expect(await daysOf(right.id)).toHaveLength(4);
    const { records } = await admin.call('noticePage', { query: { kind: 'reminder', size: 50 } });
    const notices = records.filter(({ text: { en } }) => en.includes('Too long'));
    expect(notices.map(({ text: { en } }) => en)).toEqual([
      expect.stringMatching(/^timePlan “Too long” could not be carried out: .*Note/),
    ]);
    await books.update('timePlan', await books.read('timePlan', wrong.id), { note: 'short' });
    await makeDue(server, at(today()));
    expect(await daysOf(wrong.id)).toHaveLength(4);
  });
});

describe('the working calendar', () => {
  let calendar: { id: number; version: number };
  beforeEach(async () => {
    const { data } = await books.ask('GET', 'workCalendar/page');
    const [found] = data.records as { id: number; version: number }[];
    calendar = found ?? (await books.create('workCalendar', { name: 'Ours', zone: 'UTC', weekend: [6, 7] }));
  });

  /** Returns the Saturday that is 7 to 13 days away. */
  const saturday = (): string => {
    const days = Array.from({ length: 7 }, (_, place) => later(7 + place));
    return days.find((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 6)!;
  };

  it('moves a day to the next working day, or skips it', async () => {
    const sat = saturday();
    const monday = dayAfter(sat, 2);
    const current = await books.read('workCalendar', calendar.id);
    await books.update('workCalendar', current, {
      weekend: [6, 7],
      days: [{ day: monday, kind: 'holiday', name: 'Holiday' }],
    });
    const once = { rule: 'FREQ=DAILY;COUNT=1', startDate: sat };
    const ids = [];
    for (const days of ['any', 'skip', 'next']) ids.push((await makePlan({ ...once, days })).id);
    await makeDue(server, at(today()));
    expect(await Promise.all(ids.map(daysOf))).toEqual([[sat], [], [dayAfter(monday)]]);

    // Changing the calendar moves the visits that have not begun.
    await books.update('workCalendar', await books.read('workCalendar', calendar.id), {
      days: [{ day: sat, kind: 'work', name: 'Made up' }],
    });
    await makeDue(server, at(today()));
    expect(await Promise.all(ids.map(daysOf))).toEqual([[sat], [sat], [sat]]);
  });
});

describe('a definition', () => {
  it('creates its own records once for the tenant', async () => {
    const report = entityOf('timeReport', {
      name: { type: 'string', title: text('Name'), maxLength: 60 },
      day: { type: 'string', format: 'date', title: text('Day') },
    });
    const schedule = {
      ...{ rule: 'FREQ=DAILY;INTERVAL=2', from: today(), zone: 'UTC', ahead: 5 },
      create: { entity: 'timeReport', values: { name: "'Report'", day: '$day' } },
    };
    await define(admin, { ...report, schedule });
    for (const days of [0, 0, 1, 2]) await makeDue(server, at(later(days)));
    const { data } = await books.ask('GET', 'timeReport/page?size=50');
    const days = (data.records as { day: string }[]).map(({ day }) => day).sort();
    expect(days).toEqual([0, 2, 4, 6].map(later));
  });

  it('is refused if its values are unused, or it has no days', async () => {
    const wrong = plan({ ...SCHEDULE, rule: 'name', days: 'sometimes' });
    const refused = define(admin, wrong, false);
    await expect(refused).rejects.toMatchObject({ status: 400 });
  });
});
