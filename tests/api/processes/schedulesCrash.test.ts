/** Each day of a plan has one record, and each date one reminder, whenever the server crashes. */
import { expect, it } from 'vitest';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { define } from '../../support/calls/definitions.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { deed, definePlans, endQuietHours, visitsOf } from '../../support/records/timePlans.ts';
import { killableServer } from '../../support/server/killableServer.ts';
import type { Client } from '../../support/server/server.ts';

const { fresh, start, kill } = killableServer();

const PLANS = 20;

const daysOf = async (admin: Client, plan: number): Promise<string[]> =>
  (await visitsOf(admin, plan)).map(({ day }) => day);

it('kill -9 while records are created: each of them exists once', async () => {
  const admin = await fresh();
  await definePlans(admin);
  await define(admin, deed);
  await endQuietHours(admin);
  const books = openBooks(admin);
  const today = new Date().toISOString().slice(0, 10);
  const ids: number[] = [];
  for (let count = 0; count < PLANS; count++) {
    const made = await books.create('timePlan', {
      ...{ name: `P${count}`, rule: 'FREQ=DAILY', startDate: today, zone: 'UTC' },
    });
    ids.push(made.id);
  }
  const at = new Date(Date.now() + 3_600_000).toISOString();
  for (let count = 0; count < PLANS; count++) await books.create('timeDeed', { name: `Deed ${count}`, at });
  // The server is killed while it creates records and notifies people.
  await expect.poll(() => visitsOf(admin, ids[0]!)).not.toEqual([]);
  await kill('SIGKILL');

  const again = await start();
  const expected = Array.from({ length: 31 }, (_, place) => dayAfter(today, place));
  await expect.poll(() => daysOf(again, ids.at(-1)!)).toEqual(expected);
  for (const id of ids) expect(await daysOf(again, id)).toEqual(expected);
  const listReminders = async () => {
    const { records } = await again.call('noticePage', { query: { kind: 'reminder', size: 100 } });
    return records.map(({ text: { en } }) => en).sort();
  };
  const reminders = Array.from({ length: PLANS }, (_, count) => `Deed ${count} begins`).sort();
  await expect.poll(listReminders).toEqual(reminders);
});
