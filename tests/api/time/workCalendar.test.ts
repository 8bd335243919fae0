/**
 * A tenant has a calendar of its working days. A new tenant gets a copy of the platform's calendar, and can
 * change it.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { remindAt } from '../../support/records/timePlans.ts';
import { ApiFailure, type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
});
afterAll(() => server?.stop());

it('has its special days as lines, which can also be requested alone', async () => {
  const made = await admin.call('workCalendarCreate', {
    body: {
      ...{ name: 'Site', zone: 'Asia/Kuala_Lumpur', weekend: [7], inUse: false },
      days: [{ day: '2027-02-06', kind: 'holiday', name: 'New Year' }],
    },
  });
  const { records } = await admin.call('workCalendarPage', { query: { size: 50 } });
  expect(records.map(({ name }) => name)).toContain('Site');
  const path = { id: made.id };
  const shown = await admin.call('workCalendarGet', { path });
  expect(shown).toMatchObject({ weekend: [7], days: [{ day: '2027-02-06', name: 'New Year' }] });

  const later = await admin.call('workCalendarDayCreate', {
    body: { calendarId: made.id, day: '2027-02-07', kind: 'holiday' },
  });
  await admin.call('workCalendarDayUpdate', {
    body: { id: later.id, version: later.version, kind: 'rest', name: 'Bridge' },
  });
  expect(await admin.call('workCalendarDayGet', { path: { id: later.id } })).toMatchObject({ kind: 'rest' });
  const twice = admin.call('workCalendarDayCreate', {
    body: { calendarId: made.id, day: '2027-02-07', kind: 'work' },
  });
  await expect(twice).rejects.toBeInstanceOf(ApiFailure);
  await admin.call('workCalendarDayDelete', { path: { id: later.id } });
  const days = await admin.call('workCalendarDayPage', { query: { size: 100 } });
  expect(days.records.filter(({ calendarId }) => calendarId === made.id)).toHaveLength(1);

  const now = await admin.call('workCalendarGet', { path });
  await admin.call('workCalendarUpdate', { body: { id: now.id, version: now.version, days: [] } });
  expect(await admin.call('workCalendarGet', { path })).toMatchObject({ days: [] });
  await admin.call('workCalendarDelete', { path });
  await expect(admin.call('workCalendarGet', { path })).rejects.toMatchObject({ status: 404 });
});

it('lists the special days of a period for all users of the company, and no other company', async () => {
  const mine = await makeTenant(server);
  const office = await makePerson(server, [mine], { permissions: ['workCalendar:*', 'workCalendarDay:*'] });
  const client = await login(server, office.username, PASSWORD);
  const span = { from: '2027-02-01', to: '2027-02-28' };
  const plain = { weekend: [6, 7], days: [] };
  expect(await client.call('workDays', { query: span })).toEqual(plain);
  const { records } = await client.call('workCalendarPage', { query: { size: 1 } });
  const { id, version } = records[0]!;
  const days = [
    { day: '2027-02-06', kind: 'holiday' as const, name: 'New Year' },
    { day: '2027-02-14', kind: 'work' as const },
    { day: '2027-03-01', kind: 'rest' as const },
  ];
  await client.call('workCalendarUpdate', { body: { id, version, weekend: [7], days } });
  const anybody = await makePerson(server, [mine], { permissions: [] });
  const colleague = await login(server, anybody.username, PASSWORD);
  expect(await colleague.call('workDays', { query: span })).toEqual({
    weekend: [7],
    days: [days[0], { ...days[1], name: '' }],
  });
  expect(await admin.call('workDays', { query: span })).toEqual(plain);
});

it('contains the holidays of the year if the platform is in Chinese', async () => {
  const chinese = await startServer({ fresh: true, env: { WATTDECK_LANG: 'zh' } });
  const client = await login(chinese);
  const { records } = await client.call('workCalendarPage', { query: { size: 50 } });
  expect(records).toMatchObject([{ zone: 'Asia/Shanghai', weekend: [6, 7], inUse: true }]);
  const { days } = await client.call('workCalendarGet', { path: { id: records[0]!.id } });
  expect(days?.filter(({ name, day }) => name === '国庆节' && day?.startsWith('2026'))).toHaveLength(7);
  await chinese.stop();
});

it('notifies the office three weeks after its last day, once, and only if it is used', async () => {
  const noticesWith = async (name: string) =>
    (await admin.call('noticePage', { query: { size: 200 } })).records.filter(({ text }) =>
      text.en.includes(name),
    );
  const days = [
    { day: '2026-10-01', kind: 'holiday' },
    { day: '2026-10-10', kind: 'work' },
  ] as const;
  const make = (name: string, inUse: boolean) =>
    admin.call('workCalendarCreate', { body: { name, zone: 'Asia/Shanghai', inUse, days: [...days] } });
  const { id } = await make('Works', true);
  await make('Idle', false);
  expect((await admin.call('workCalendarGet', { path: { id } })).knownUntil).toBe('2026-10-10');
  await remindAt(server, Date.parse('2026-10-30T08:00:00Z'));
  expect(await noticesWith('Works')).toHaveLength(0);
  for (const day of ['2026-10-31', '2026-11-01']) await remindAt(server, Date.parse(`${day}T08:00:00Z`));
  expect(await noticesWith('Works')).toHaveLength(1);
  expect(await noticesWith('Idle')).toHaveLength(0);
});
