/** Three years of a person's annual leave, exact to half a day, with the figures of the leave plan. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { changeRows } from '../../support/calls/world.ts';
import type { Member } from '../../support/people/leave.ts';
import { type Balances, leaveBalances } from '../../support/people/leaveBalances.ts';
import { readPdf } from '../../support/records/papers.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let company: Balances;
let person: Member;

beforeAll(async () => {
  server = await sharedServer();
  company = await leaveBalances(server);
  person = await company.worker({ joinDate: '2024-04-15', firstWorkDate: '2015-09-01' });
});
afterAll(() => server?.stop());

/** Returns the movements of the balances, oldest first. Reservations and their releases are omitted. */
async function ledger(): Promise<unknown[][]> {
  const lots = new Map((await company.lots(person)).map(({ id, from }) => [id, from.slice(2, 4)]));
  const { records } = await company.office.client.call('userVacationDetailPage', { query: { size: 100 } });
  return records
    .filter(
      ({ kind, userVacationId }) => lots.has(userVacationId) && kind !== 'reserved' && kind !== 'released',
    )
    .toSorted((one, other) => one.id - other.id)
    .map(({ day, kind, userVacationId, amount }) => [day, kind, lots.get(userVacationId) ?? '', amount]);
}
const left = () => company.left(person);
const take = (startDate: string, endDate = startDate, more: object = {}) =>
  company.take(person, { startDate, endDate, ...more });

/** Returns the text of the leave form that the person prints. */
async function formOf(id: number): Promise<string> {
  const path = { entity: 'leave', id, document: 'leaveForm' };
  const response = await person.client.request('recordDocument', { path, query: { lang: 'en' } });
  return (await readPdf(new Uint8Array(await response.arrayBuffer()))).text;
}

describe('A4 the annual leave of one person', () => {
  it('is granted, taken and carried over in 2024', async () => {
    await company.passTo('2024-04-15');
    expect(await left()).toBe(3);
    const id = await take('2024-09-30', '2024-10-08');
    expect(await left()).toBe(1);
    expect(await formOf(id)).toMatch(/Leave balances.*Taken.*Remaining.*2024-01-01.*3.*2.*1/);
    await take('2024-10-12', '2024-10-12', { endHalf: true });
    expect(await left()).toBe(0.5);
  });

  it('first uses days that were carried over, and gets unused days back, in 2025', async () => {
    await company.passTo('2025-01-01');
    expect(await left()).toBe(6.5);
    await take('2025-01-26', '2025-02-05');
    expect(await left()).toBe(3.5);
    const tooMuch = {
      subject: 'Four',
      type: 'annual',
      startDate: '2025-06-03',
      endDate: '2025-06-06',
    } as const;
    expect(await ask(person.client, 'leaveCreate', { body: tooMuch })).toMatchObject({
      status: 409,
      errors: [{ field: '/endDate', msg: expect.stringContaining('0.5') }],
    });
    const shortened = await take('2025-06-03', '2025-06-05');
    await company.move(shortened, 'shorten', { endDate: '2025-06-04', why: 'Back on the 5th' });
    expect(await left()).toBe(1.5);
    await take('2025-09-10', '2025-09-10', { startHalf: true });
    expect(await left()).toBe(1);
    const lot = (await company.lots(person))[1]!;
    await company.office.client.call('userVacationCorrect', {
      body: { id: lot.id, left: 1.5, reason: 'Was at work' },
    });
    expect(await left()).toBe(1.5);
  });

  it('loses days that were not taken in time in 2026, and follows a changed policy', async () => {
    await company.passTo('2026-01-01');
    expect(await left()).toBe(11.5);
    await take('2026-02-24');
    await company.passTo('2026-04-01');
    expect(await left()).toBe(10);
    const draft = await company.office.client.call('vacationCreate', {
      body: {
        ...{ name: 'Annual leave 2026', type: 'annual', from: '2026-01-01', unit: 'halfDay', counts: 'work' },
        ...{ paid: 100, given: 'yearly', afterMonths: 12, step: 1, carry: 5, carryMonths: 3, lapse: 'paid' },
        tiers: [
          { years: 0, amount: 5 },
          { years: 10, amount: 12 },
        ],
      },
    });
    const path = { entity: 'vacation', id: draft.id };
    await company.office.client.call('recordTransition', {
      path,
      body: { name: 'enact', version: draft.version },
    });
    await company.passTo('2026-07-01');
    await company.passTo('2026-07-01');
    expect(await left()).toBe(12);
    await take('2026-09-21', '2026-09-30');
    expect(await left()).toBe(5);
  });

  it('is reduced to the worked part of the year and paid out when the person leaves', async () => {
    await changeRows(server, 'user', { id: person.id }, { resigned: true, resign_date: '2026-10-31' });
    await company.passTo('2026-11-01');
    expect(await left()).toBe(0);
    expect(await ledger()).toEqual([
      ['2024-04-15', 'given', '24', 3],
      ['2024-09-30', 'taken', '24', -2],
      ['2024-10-12', 'taken', '24', -0.5],
      ['2024-12-31', 'carried', '24', 0],
      ['2025-01-01', 'given', '25', 6],
      ['2025-01-26', 'taken', '24', -0.5],
      ['2025-01-26', 'taken', '25', -2.5],
      ['2025-06-03', 'taken', '25', -3],
      ['2025-06-05', 'returned', '25', 1],
      ['2025-09-10', 'taken', '25', -0.5],
      [expect.any(String), 'corrected', '25', 0.5],
      ['2025-12-31', 'carried', '25', 0],
      ['2026-01-01', 'given', '26', 10],
      ['2026-02-24', 'taken', '25', -1],
      ['2026-04-01', 'expired', '25', -0.5],
      ['2026-07-01', 'given', '26', 2],
      ['2026-09-21', 'taken', '26', -7],
      ['2026-10-31', 'cut', '26', -3],
      ['2026-10-31', 'paid', '26', -2],
    ]);
  });
});
