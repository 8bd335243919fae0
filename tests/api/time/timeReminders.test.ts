/**
 * People are notified once before each date. A record that stays too long in a state moves on, or people are
 * notified.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { ask } from '../../support/calls/ask.ts';
import { define } from '../../support/calls/definitions.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { makeQuote, readQuote, sendQuote, startTrade } from '../../support/records/quoteFlow.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { deed, endQuietHours, limitAt, releaseAt, remindAt } from '../../support/records/timePlans.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;
let books: ReturnType<typeof openBooks>;
let userId: number;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  books = openBooks(admin);
  const { data } = await books.ask('GET', 'workCalendar/page');
  const [calendar] = data.records as { id: number; version: number }[];
  await books.update('workCalendar', calendar!, { zone: 'UTC', weekend: [6, 7], days: [] });
  await endQuietHours(admin);
  ({ userId } = await admin.call('getPrincipal', {}));
  await define(admin, deed);
});
afterAll(() => server?.stop());

const today = (): string => new Date().toISOString().slice(0, 10);
const later = (days: number): string => dayAfter(today(), days);
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const make = (more: object) => books.create('timeDeed', { keeperId: userId, ...more });
async function move(id: number, name: string): Promise<void> {
  const { version } = await books.read('timeDeed', id);
  await admin.call('recordTransition', { path: { entity: 'timeDeed', id }, body: { name, version } });
}
async function noticesWith(name: string): Promise<string[]> {
  const { records } = await admin.call('noticePage', { query: { kind: 'reminder', size: 50 } });
  return records.map(({ text: { en } }) => en).filter((en) => en.includes(name));
}

describe('a reminder', () => {
  it('notifies the people of the field before the date, once, however many processes send it', async () => {
    await make({ name: 'Permit', due: later(9) });
    await remindAt(server, noon(later(1)));
    expect(await noticesWith('Permit')).toEqual([]);
    const now = noon(later(2));
    await Promise.all([remindAt(server, now), remindAt(server, now), remindAt(server, now)]);
    await remindAt(server, noon(later(3)));
    expect(await noticesWith('Permit')).toEqual([`Permit is due on ${later(9)}`]);
  });

  it('waits for the defined hour', async () => {
    await make({ name: 'Early', due: later(9) });
    await remindAt(server, Date.parse(`${later(2)}T07:59:00Z`));
    expect(await noticesWith('Early')).toEqual([]);
    await remindAt(server, Date.parse(`${later(2)}T08:00:00Z`));
    expect(await noticesWith('Early')).toHaveLength(1);
  });

  it('moves with its date, and is sent again for the new date', async () => {
    const made = await make({ name: 'Licence', due: later(5) });
    await remindAt(server, noon(today()));
    await books.update('timeDeed', await books.read('timeDeed', made.id), { due: later(40) });
    await remindAt(server, noon(later(20)));
    expect(await noticesWith('Licence')).toEqual([`Licence is due on ${later(5)}`]);
    await remindAt(server, noon(later(33)));
    expect(await noticesWith('Licence')).toEqual([
      `Licence is due on ${later(40)}`,
      `Licence is due on ${later(5)}`,
    ]);
  });

  it('notifies no user if its condition is false, for deleted records, or long afterwards', async () => {
    const moved = await make({ name: 'Moved on', due: later(6) });
    await move(moved.id, 'wait');
    const gone = await make({ name: 'Gone', due: later(6) });
    await books.remove('timeDeed', gone.id);
    await make({ name: 'Long past', due: later(-30) });
    await remindAt(server, noon(today()));
    expect([
      await noticesWith('Moved on'),
      await noticesWith('Gone'),
      await noticesWith('Long past'),
    ]).toEqual([[], [], []]);
  });

  it('notifies after a date, and before a moment', async () => {
    const at = `${later(3)}T12:00:00Z`;
    await make({ name: 'Meeting', at });
    await make({ name: 'Yesterday', due: later(-1) });
    await remindAt(server, noon(today()));
    expect(await noticesWith('Yesterday is over')).toHaveLength(1);
    await remindAt(server, Date.parse(at) - 2.5 * 3_600_000);
    expect(await noticesWith('Meeting')).toEqual([]);
    await remindAt(server, Date.parse(at) - 1.5 * 3_600_000);
    expect(await noticesWith('Meeting')).toEqual(['Meeting begins']);
  });
});

describe('quiet hours', () => {
  const setQuiet = async (quietFrom: string | null, quietUntil: string | null): Promise<void> => {
    const { records } = await admin.call('workCalendarPage', { query: { size: 1 } });
    const { id, version } = records[0]!;
    await admin.call('workCalendarUpdate', { body: { id, version, quietFrom, quietUntil } });
  };

  it('delay notices until their end, and notify once', async () => {
    await setQuiet('22:00', '06:00');
    const night = Date.parse(`${later(30)}T23:30:00Z`);
    const morning = Date.parse(`${later(31)}T06:00:00Z`);
    await make({ name: 'Night shift', at: new Date(night + 2 * 3_600_000).toISOString() });
    const { unread } = await admin.call('noticeUnreadCount', {});
    await Promise.all([remindAt(server, night), remindAt(server, night)]);
    await releaseAt(server, morning - 1);
    expect(await noticesWith('Night shift')).toEqual([]);
    expect(await admin.call('noticeUnreadCount', {})).toEqual({ unread });
    await Promise.all([releaseAt(server, morning), releaseAt(server, morning)]);
    await remindAt(server, morning);
    expect(await noticesWith('Night shift')).toEqual(['Night shift begins']);
    expect(await admin.call('noticeUnreadCount', {})).toEqual({ unread: unread + 1 });
    await setQuiet(null, null);
  });

  it('of a user replace the ones of the calendar, for this user only', async () => {
    await setQuiet('22:00', '06:00');
    const { tenantId } = await admin.call('getPrincipal', {});
    const { username } = await makePerson(server, [tenantId], {
      permissions: ['timeDeed:*'],
    });
    const client = await login(server, username, PASSWORD);
    await client.call('updateInfoData', { body: { quietFrom: '05:00', quietUntil: '11:00' } });
    // The reminder goes to the user who made the record.
    const own = openBooks(client);
    const countOther = async () =>
      (await client.call('noticePage', { query: { kind: 'reminder', size: 50 } })).records.length;
    const night = Date.parse(`${later(40)}T23:30:00Z`);
    const at = new Date(night + 2 * 3_600_000).toISOString();
    await make({ name: 'Late shift', at });
    await own.create('timeDeed', { name: 'Their shift', at });
    await remindAt(server, night);
    expect([await noticesWith('Late shift'), await countOther()]).toEqual([[], 1]);
    const morning = Date.parse(`${later(41)}T06:00:00Z`);
    await own.create('timeDeed', { name: 'Breakfast', at: new Date(morning + 3_600_000).toISOString() });
    await remindAt(server, morning);
    await releaseAt(server, morning);
    expect([await noticesWith('Late shift'), await countOther()]).toEqual([['Late shift begins'], 1]);
    await releaseAt(server, Date.parse(`${later(41)}T11:00:00Z`));
    expect(await countOther()).toBe(2);

    const before = await client.call('getPrincipal', {});
    expect(before).toMatchObject({ quietFrom: '05:00', quietUntil: '11:00' });
    for (const body of [{ quietUntil: '05:00' }, { quietFrom: '' }, { quietFrom: '5 am' }])
      expect((await ask(client, 'updateInfoData', { body })).status).toBe(400);
    await client.call('updateInfoData', { body: { quietFrom: '', quietUntil: '' } });
    expect(await client.call('getPrincipal', {})).toMatchObject({ quietFrom: '', quietUntil: '' });
    await setQuiet(null, null);
  });

  it('must begin and end at different times', async () => {
    await expect(setQuiet('22:00', '22:00')).rejects.toMatchObject({ status: 400 });
  });
});

describe('a time limit of a state', () => {
  const DAY = 86_400_000;

  it('notifies people, then makes the transition, once for each stay', async () => {
    const { id } = await make({ name: 'Stuck' });
    await move(id, 'wait');
    const begun = Date.now();
    await limitAt(server, begun + DAY);
    expect(await noticesWith('Stuck')).toEqual([]);
    const now = begun + 2.5 * DAY;
    await Promise.all([limitAt(server, now), limitAt(server, now)]);
    expect(await noticesWith('Stuck')).toEqual(['Stuck waits']);
    // Other changes do not restart the time in the state.
    await books.update('timeDeed', await books.read('timeDeed', id), { note: 'asked again' });
    await Promise.all([limitAt(server, begun + 5.5 * DAY), limitAt(server, begun + 5.5 * DAY)]);
    expect(await books.read('timeDeed', id)).toMatchObject({ state: 'late', updatedBy: null });
    // The second round may find the record long overdue, and notify of that as well.
    expect(await noticesWith('Stuck waits')).toEqual(['Stuck waits']);
    const history = await admin.call('recordHistory', { path: { entity: 'timeDeed', id }, query: {} });
    expect(JSON.stringify(history)).toContain('transition:lapse');
    // A second stay in the state has its own limit.
    await move(id, 'wait');
    await limitAt(server, Date.now() + 2.5 * DAY);
    expect(await noticesWith('Stuck waits')).toEqual(['Stuck waits', 'Stuck waits']);
  });

  it('counts working days by the calendar', async () => {
    const { id } = await make({ name: 'Weekend' });
    await move(id, 'wait');
    await limitAt(server, Date.now() + 5.5 * DAY);
    expect(await books.read('timeDeed', id)).toMatchObject({ state: 'late' });
    // Three working days end after three days at the earliest, and after five days over a weekend.
    const days = [0, 1, 2, 3, 4, 5].map((count) => dayAfter(today(), count + 1));
    const working = days.filter((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()));
    const over = Date.parse(`${working[2]}T00:00:00Z`) + (Date.now() % DAY);
    await limitAt(server, over - 3_600_000);
    expect(await noticesWith('Weekend is still late')).toEqual([]);
    await limitAt(server, over + 3_600_000);
    expect(await noticesWith('Weekend is still late')).toHaveLength(1);
  });

  it('reports to the owner why a transition is refused, and retries when the record changes', async () => {
    const { id } = await make({ name: 'Kept', note: 'keep' });
    await move(id, 'wait');
    const now = Date.now() + 6 * DAY;
    await limitAt(server, now);
    await limitAt(server, now);
    expect(await books.read('timeDeed', id)).toMatchObject({ state: 'waiting' });
    const refused = (await noticesWith('Kept')).filter((en) => en.includes('could not be carried out'));
    expect(refused).toEqual([expect.stringContaining('it is kept')]);
    await books.update('timeDeed', await books.read('timeDeed', id), { note: 'free' });
    await limitAt(server, now);
    expect(await books.read('timeDeed', id)).toMatchObject({ state: 'late' });
  });
});

it('notifies a seller when a quote expires while the customer decides', async () => {
  const trade = await startTrade(server);
  const open = await makeQuote(trade, { name: 'Harbour', validUntil: later(10) });
  await sendQuote(trade, open);
  await makeQuote(trade, { name: 'Not sent', validUntil: later(10) });
  await remindAt(server, noon(later(6)));
  const noticesOfSeller = async () => {
    const { records } = await trade.seller.call('noticePage', { query: { kind: 'reminder', size: 50 } });
    return records.map(({ text: { en } }) => en);
  };
  expect(await noticesOfSeller()).toEqual([]);
  await remindAt(server, noon(later(7)));
  const { number } = await readQuote(trade.seller, open);
  expect(await noticesOfSeller()).toEqual([
    `Quote ${number} “Harbour” expires on ${later(10)}; the customer has not replied`,
  ]);
});
