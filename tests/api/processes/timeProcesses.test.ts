/** Several processes create the same records and notify the same people, while one after the other is killed. */
import { expect, it } from 'vitest';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { define } from '../../support/calls/definitions.ts';
import { makeTemplate } from '../../support/records/inspections.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { deed, definePlans, endQuietHours, visitsOf } from '../../support/records/timePlans.ts';
import type { Client } from '../../support/server/server.ts';
import { serveProcesses } from '../../support/server/serverProcesses.ts';
import { makeSite } from '../../support/telemetry/site.ts';

const { start, kill } = serveProcesses();

const today = new Date().toISOString().slice(0, 10);
const at = new Date(Date.now() + 3_600_000).toISOString();

/** Creates ten plans and ten deeds, and returns the plans. */
async function makeTen({ client }: { client: Client }, name: string): Promise<number[]> {
  const books = openBooks(client);
  const ids: number[] = [];
  for (let count = 0; count < 10; count++) {
    const body = { name: `${name}${count}`, rule: 'FREQ=DAILY', startDate: today, zone: 'UTC' };
    ids.push((await books.create('timePlan', body)).id);
    await books.create('timeDeed', { name: `${name}${count}`, at });
  }
  return ids;
}

/** Creates a plan of weekly inspections at two stations, with two crews in turn. */
async function planRound(client: Client): Promise<number> {
  const places = [];
  for (const sn of ['ROUND-1', 'ROUND-2'])
    places.push({ stationSn: (await makeSite(client, sn)).station.sn! });
  const { id: templateId } = await makeTemplate(client);
  const { userId } = await client.call('getPrincipal');
  const plan = await client.call('inspectionPlanCreate', {
    body: {
      ...{ name: 'Round', templateId, rule: 'FREQ=WEEKLY', days: 'any', startDate: dayAfter(today, 3) },
      ...{ places, crews: [{}, { helpers: [userId] }] },
    },
  });
  return plan.id;
}

/** Returns what the plan made: the day, the station and the number of helpers of each inspection. */
async function roundsOf(client: Client, planId: number): Promise<string[]> {
  const filter = JSON.stringify({ and: [{ field: 'planId', op: 'in', value: [planId] }] });
  const { records } = await client.call('inspections', { query: { filter, size: 200 } });
  return records.map(({ day, stationSn, helpers }) => `${day} ${stationSn} ${helpers?.length ?? 0}`).sort();
}

it('each day has one record, and each date one notification', async () => {
  const first = await start('first');
  await definePlans(first.client);
  await define(first.client, deed);
  await endQuietHours(first.client);
  const round = await planRound(first.client);
  const second = await start('second');
  const ids = await makeTen(first, 'A');
  await kill(first);
  ids.push(...(await makeTen(second, 'B')));
  const third = await start('third');
  await kill(second);
  ids.push(...(await makeTen(third, 'C')));

  const expected = Array.from({ length: 31 }, (_, place) => dayAfter(today, place));
  const daysOf = async (id: number) => (await visitsOf(third.client, id)).map(({ day }) => day);
  await expect.poll(() => daysOf(ids.at(-1)!)).toEqual(expected);
  for (const id of ids) expect(await daysOf(id)).toEqual(expected);
  // A year of weeks, at both stations, by one crew after the other.
  const weeks = Array.from({ length: 52 }, (_, at) => ({ day: dayAfter(today, 3 + 7 * at), crew: at % 2 }));
  const rounds = weeks.flatMap(({ day, crew }) => [1, 2].map((place) => `${day} ROUND-${place} ${crew}`));
  await expect.poll(() => roundsOf(third.client, round)).toEqual(rounds);
  const listReminders = async () => {
    const { records } = await third.client.call('noticePage', { query: { kind: 'reminder', size: 100 } });
    return records.map(({ text: { en } }) => en).sort();
  };
  const names = ['A', 'B', 'C'].flatMap((name) =>
    Array.from({ length: 10 }, (_, count) => `${name}${count}`),
  );
  await expect.poll(listReminders).toEqual(names.map((name) => `${name} begins`).sort());
});
