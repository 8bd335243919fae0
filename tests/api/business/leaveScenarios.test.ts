/**
 * Users request leave, and try to get more of it than allowed (scenarios L4 and L9–L15 of the leave plan).
 * The test sets the current day.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { changeRows } from '../../support/calls/world.ts';
import type { Member } from '../../support/people/leave.ts';
import { type Balances, leaveBalances, type Wish } from '../../support/people/leaveBalances.ts';
import { makeDept } from '../../support/people/people.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let company: Balances;

beforeAll(async () => {
  server = await sharedServer();
  company = await leaveBalances(server);
});
afterAll(() => server?.stop());

const day = (startDate: string, more: object = {}): Wish => ({ startDate, endDate: startDate, ...more });
const veteran = { joinDate: '2020-03-01', firstWorkDate: '2010-03-01' };

async function draftOf({ client }: Member, wish: Wish) {
  return client.call('leaveCreate', { body: { subject: 'At once', type: 'annual', ...wish } });
}
const submitDraft = ({ client }: Member, { id, version }: { id: number; version: number }) =>
  ask(client, 'recordSubmit', { path: { entity: 'leave', id }, body: { version } });
const movements = async (kind: string, userId: number) => {
  const page = await company.office.client.call('userVacationDetailPage', { query: { size: 200 } });
  return page.records.filter((one) => one.kind === kind && one.userId === userId);
};
const refused = async (who: Member, wish: Wish) =>
  ask(who.client, 'leaveCreate', { body: { subject: 'Too much', type: 'annual', ...wish } });

/** Corrects the newest balance of annual leave to this number of days. */
async function correct(who: Member, left: number): Promise<void> {
  const lot = (await company.lots(who)).at(-1)!;
  await company.office.client.call('userVacationCorrect', {
    body: { id: lot.id, left, reason: 'as agreed' },
  });
}

describe('L4 the end of a year', () => {
  it('lets the correct part expire and carries the rest over, once, however often and late it is run', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2025-06-01');
    await correct(who, 7.5);
    await Promise.all([company.passTo('2026-01-04'), company.passTo('2026-01-04')]);
    expect(
      (await movements('expired', who.id)).map(({ day: on, type, amount }) => [on, type, amount]),
    ).toEqual(expect.arrayContaining([['2025-12-31', 'annual', -2.5]]));
    expect((await company.lots(who)).map(({ left }) => left)).toEqual([5, 10]);
    await company.take(who, { startDate: '2026-03-30', endDate: '2026-04-02' });
    expect((await company.lots(who)).map(({ left }) => left)).toEqual([3, 8]);
    await company.passTo('2026-04-01');
    await company.passTo('2026-04-02');
    expect((await company.lots(who)).map(({ left }) => left)).toEqual([0, 8]);
  });
});

describe('L9 two applications for the same day', () => {
  it('conflict, with an error at the field and the names, until the first is rejected', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-05-01');
    const first = await company.ask(who, {
      startDate: '2026-06-03',
      endDate: '2026-06-05',
      subject: 'Coast',
    });
    expect(await refused(who, day('2026-06-04'))).toMatchObject({
      status: 409,
      errors: [{ field: '/startDate', msg: expect.stringContaining('Coast') }],
    });
    await company.manager.client.call('approvalReject', {
      path: { id: first.requestId },
      body: { version: first.requestVersion, comment: 'no' },
    });
    expect((await refused(who, day('2026-06-04'))).status).toBe(200);
    // Rejected days are listed but not added up.
    const path = { entity: 'leave' };
    expect(await who.client.call('recordTotals', { path, query: {} })).toMatchObject({
      count: 2,
      sums: { days: 1 },
    });
  });

  it('of sixteen in parallel, one is accepted', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-05-01');
    const drafts = await Promise.all(Array.from({ length: 16 }, () => draftOf(who, day('2026-06-04'))));
    const answers = await Promise.all(drafts.map((draft) => submitDraft(who, draft)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
  });

  it('may share the day by halves', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-05-01');
    await company.ask(who, day('2026-06-04', { endHalf: true }));
    const sick = await company.ask(who, day('2026-06-04', { type: 'sick', startHalf: true }));
    expect(sick.id).toBeGreaterThan(0);
  });
});

describe('L10 a balance', () => {
  it('is never exceeded, even by sixteen parallel requests, and is released immediately', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-05-01');
    await correct(who, 1);
    expect(await refused(who, { startDate: '2026-06-03', endDate: '2026-06-04' })).toMatchObject({
      status: 409,
      errors: [{ field: '/endDate', msg: expect.stringContaining('2027-01-01') }],
    });
    const days = Array.from({ length: 16 }, (_, at) => `2026-07-${String(at + 6).padStart(2, '0')}`);
    const work = days.filter((one) => ![0, 6].includes(new Date(`${one}T00:00:00Z`).getUTCDay()));
    const drafts = await Promise.all(work.map((one) => draftOf(who, day(one, { endHalf: true }))));
    const answers = await Promise.all(drafts.map((draft) => submitDraft(who, draft)));
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(work.length - 2);
    expect(await company.left(who)).toBe(0);
    const { id, version } = accepted[0]!.data;
    await company.manager.client.call('approvalReject', { path: { id }, body: { version, comment: 'no' } });
    expect(await company.left(who)).toBe(0.5);
  });
});

describe('L11 agreed leave', () => {
  it('is canceled directly by its person before it begins', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-11-01');
    const substitute = company.colleague;
    const id = await company.take(who, {
      ...{ startDate: '2026-12-21', endDate: '2026-12-22', substituteId: substitute.id },
    });
    const away = async () =>
      (await company.office.client.call('substitutePage', { query: { size: 50 } })).records.filter(
        ({ leaveId }) => leaveId === id,
      );
    const daysReserved = async () =>
      (await company.office.client.call('leaveDayPage', { query: { size: 200 } })).records.filter(
        ({ leaveId }) => leaveId === id,
      );
    expect(await away()).toMatchObject([{ userId: who.id, substituteId: substitute.id }]);
    expect(await daysReserved()).toHaveLength(4);
    const before = await company.left(who);
    await company.move(id, 'cancel', { why: 'plans changed' }, who.client);
    expect(await company.left(who)).toBe(before + 2);
    expect([await away(), await daysReserved()]).toEqual([[], []]);
    expect(await company.office.client.call('leaveGet', { path: { id } })).toMatchObject({
      status: 'canceled',
    });
  });

  it('is shortened, never extended, by the user who manages the balances after it ended', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-05-01');
    const id = await company.take(who, { startDate: '2026-06-03', endDate: '2026-06-05' });
    const path = { entity: 'leave', id };
    const { version } = await who.client.call('leaveGet', { path: { id } });
    const shorten = (client: Member['client'], endDate: string) =>
      ask(client, 'recordTransition', {
        path,
        body: { name: 'shorten', version, form: { endDate, why: 'called back' } },
      });
    expect((await shorten(who.client, '2026-06-04')).status).toBe(403);
    expect((await shorten(company.office.client, '2026-06-08')).status).toBe(400);
    expect((await shorten(company.office.client, '2026-06-04')).status).toBe(200);
    expect(await movements('returned', who.id)).toMatchObject([{ amount: 1, day: '2026-06-05' }]);
  });
});

describe('L12 a correction', () => {
  it("needs a reason, notifies the person, and is refused for the user's own balance", async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-05-01');
    const lot = (await company.lots(who)).at(-1)!;
    const put = (body: object, client = company.office.client) =>
      ask(client, 'userVacationCorrect', {
        body: { id: lot.id, left: 10.5, reason: 'was at work', ...body },
      });
    expect((await put({ reason: '' })).status).toBe(400);
    expect((await put({ left: -1 })).status).toBe(400);
    expect((await put({}, who.client)).status).toBe(403);
    expect((await put({})).status).toBe(200);
    const notices = await who.client.call('noticePage', { query: { size: 50 } });
    expect(notices.records.map(({ text: { en } }) => en).join()).toContain('from 10 to 10.5: was at work');
    await changeRows(server, 'user', { id: company.office.id }, { join_date: '2020-03-01' });
    await company.passTo('2026-05-02');
    const own = (await company.lots(company.office)).at(-1)!;
    expect(await put({ id: own.id })).toMatchObject({ status: 409, code: 40902 });
  });

  it('is reverted by an opposite movement, once, even by sixteen parallel requests', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-05-01');
    await correct(who, 8);
    const [booked] = await movements('corrected', who.id);
    const reverse = () =>
      ask(company.office.client, 'userVacationDetailReverse', {
        path: { id: booked!.id },
        query: { reason: 'by mistake' },
      });
    const answers = await Promise.all(Array.from({ length: 16 }, reverse));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(409)]);
    const entries = await company.office.client.call('userVacationDetailPage', { query: { size: 200 } });
    expect(entries.records.filter(({ reversesId }) => reversesId === booked!.id)).toMatchObject([
      { amount: 2 },
    ]);
    expect(await company.left(who)).toBe(10);
    const note = { id: booked!.id, version: 2 };
    expect(
      (
        await ask(company.office.client, 'userVacationDetailUpdate', {
          body: { ...note, amount: 5 },
        })
      ).status,
    ).toBe(400);
  });
});

describe('L13 a policy that grants less than was taken', () => {
  it('leaves a negative balance, from which no user can take leave', async () => {
    const other = await leaveBalances(server);
    const who = await other.worker(veteran);
    await other.passTo('2026-03-01');
    await other.take(who, { startDate: '2026-03-02', endDate: '2026-03-13' });
    const { client } = other.office;
    const draft = await client.call('vacationCreate', {
      body: {
        ...{ name: 'Less', type: 'annual', from: '2026-01-01', unit: 'halfDay', counts: 'work', paid: 100 },
        ...{ given: 'yearly', step: 1, tiers: [{ years: 0, amount: 9 }] },
      },
    });
    const tried = await client.call('vacationTrial', {
      path: { id: draft.id },
      query: { day: '2026-03-20' },
    });
    expect(tried).toMatchObject([{ userId: who.id, before: 10, after: 9, left: -1 }]);
    expect(await other.left(who)).toBe(0);
    const path = { entity: 'vacation', id: draft.id };
    await client.call('recordTransition', { path, body: { name: 'enact', version: draft.version } });
    await other.passTo('2026-03-20');
    await other.passTo('2026-03-21');
    expect(await other.left(who)).toBe(-1);
    expect(
      (
        await ask(who.client, 'leaveCreate', {
          body: { subject: 'More', type: 'annual', ...day('2026-04-20') },
        })
      ).status,
    ).toBe(409);
    await other.passTo('2027-01-01');
    expect((await other.lots(who)).map(({ left }) => left)).toEqual([-1, 9]);
  });
});

describe('L14 who leaves', () => {
  it('and stays after all gets the balance back', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-05-01');
    await changeRows(server, 'user', { id: who.id }, { resigned: true, resign_date: '2026-10-31' });
    await company.passTo('2026-11-01');
    expect(await company.left(who)).toBe(0);
    expect(await movements('paid', who.id)).toMatchObject([{ amount: -8, day: '2026-10-31' }]);
    await changeRows(server, 'user', { id: who.id }, { resigned: false, resign_date: null });
    await company.passTo('2026-11-02');
    await company.passTo('2026-11-03');
    expect(await company.left(who)).toBe(10);
  });
});

describe('L15 overtime', () => {
  it('is used from the oldest entry, returned to the newest first, and expires after six months', async () => {
    const who = await company.worker({ joinDate: '2026-03-01' });
    const center = await makeDept(server, company.tenantId, company.manager.id, [who.id]);
    await changeRows(server, 'dept', { id: center }, { production_center: true });
    const { client } = company.office;
    const policies = await client.call('vacationPage', { query: { size: 50 } });
    const vacationId = policies.records.find(({ type }) => type === 'compensatory')!.id;
    for (const [from, expiresAt, granted] of [
      ['2026-03-07', '2026-09-30', 8],
      ['2026-04-18', '2026-10-31', 4],
    ] as const)
      await client.call('userVacationCreate', {
        body: {
          ...{ userId: who.id, type: 'compensatory', from, until: from, expiresAt, vacationId },
          ...{ granted, reason: 'overtime' },
        },
      });
    const lefts = async () => (await company.lots(who, 'compensatory')).map(({ left }) => left);
    expect(await lefts()).toEqual([8, 4]);
    const id = await company.take(who, {
      ...{ type: 'compensatory', startDate: '2026-05-11', startTime: '08:30' },
      ...{ endDate: '2026-05-12', endTime: '10:30' },
    });
    expect(await lefts()).toEqual([0, 2]);
    await company.move(id, 'cancel', { why: 'called back' });
    expect(await lefts()).toEqual([8, 4]);
    await company.passTo('2026-10-01');
    expect(await lefts()).toEqual([0, 4]);
  });
});

describe('L18 a change of the working calendar during approved leave', () => {
  const calendarDay = async (on: string, kind: 'rest' | 'work') => {
    const { client } = company.office;
    const [calendar] = (await client.call('workCalendarPage', { query: { size: 1 } })).records;
    await client.call('workCalendarDayCreate', { body: { calendarId: calendar!.id, day: on, kind } });
    for (let times = 0; times < 2; times += 1) await company.passTo('2026-05-02');
  };
  const noticesWith = async ({ client }: Member, word: string) =>
    (await client.call('noticePage', { query: { size: 100 } })).records.filter(({ text }) =>
      text.zh.includes(word),
    );
  const reservedDays = async (leaveId: number) => {
    const filter = JSON.stringify({ and: [{ field: 'leaveId', op: 'eq', value: leaveId }] });
    const { records } = await company.office.client.call('leaveDayPage', { query: { size: 100, filter } });
    return records.map(({ day: on, amount }) => [on, amount]);
  };

  it('returns a day that became free, once, and notifies the person', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-05-01');
    const before = await company.left(who);
    const id = await company.take(who, { startDate: '2026-06-08', endDate: '2026-06-10', subject: 'Hills' });
    expect(await company.left(who)).toBe(before - 3);
    await calendarDay('2026-06-09', 'rest');
    expect(await company.left(who)).toBe(before - 2);
    expect(await company.office.client.call('leaveGet', { path: { id } })).toMatchObject({ days: 2 });
    expect(new Set((await reservedDays(id)).map(([on]) => on))).toEqual(
      new Set(['2026-06-08', '2026-06-10']),
    );
    expect(await noticesWith(who, '“Hills”退回')).toHaveLength(1);
  });

  it('returns a leave without any working day left', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-05-01');
    const before = await company.left(who);
    const id = await company.take(who, day('2026-06-16'));
    await calendarDay('2026-06-16', 'rest');
    expect(await company.left(who)).toBe(before);
    expect([
      await reservedDays(id),
      (await company.office.client.call('leaveGet', { path: { id } })).days,
    ]).toEqual([[], 0]);
  });

  it('returns a day of a pending leave, and takes the rest once it is approved', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-05-01');
    const before = await company.left(who);
    const application = await company.ask(who, { startDate: '2026-07-06', endDate: '2026-07-07' });
    await calendarDay('2026-07-07', 'rest');
    expect(await company.left(who)).toBe(before - 1);
    await company.agree(application);
    expect(await company.left(who)).toBe(before - 1);
  });

  it('takes no day for a new working day, and notifies the office once', async () => {
    const who = await company.worker(veteran);
    await company.passTo('2026-05-01');
    const before = await company.left(who);
    const id = await company.take(who, { startDate: '2026-07-24', endDate: '2026-07-27', subject: 'Lake' });
    await calendarDay('2026-07-25', 'work');
    expect(await company.left(who)).toBe(before - 2);
    expect(await reservedDays(id)).toContainEqual(['2026-07-25', 0]);
    expect(await noticesWith(company.office, '“Lake”期间')).not.toHaveLength(0);
    const count = (await noticesWith(company.office, '“Lake”期间')).length;
    await company.passTo('2026-05-03');
    expect(await noticesWith(company.office, '“Lake”期间')).toHaveLength(count);
    await company.move(id, 'cancel', { why: 'plans changed' });
    expect(await company.left(who)).toBe(before);
  });
});
