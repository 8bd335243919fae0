/** The notices about work at sites: each is sent once, to the person whom it concerns, and opens its record. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayAfter } from '../../../../runtime/core/time/workDays.ts';
import type { Client } from '../../../support/calls/client.ts';
import { makePerson, PASSWORD } from '../../../support/people/people.ts';
import { makeInspection, readInspection } from '../../../support/records/inspections.ts';
import { endQuietHours, limitAt, remindAt } from '../../../support/records/timePlans.ts';
import { login, sharedServer, type TestServer } from '../../../support/server/server.ts';
import { makeOperator, makeSite } from '../../../support/telemetry/site.ts';

type Person = Client & { id: number };

/** A day after the reminders of other test files on this server, so that their reminders are already sent. */
const DAY = dayAfter(new Date().toISOString().slice(0, 10), 3);
const at = (time: string, days = 0): number => Date.parse(`${dayAfter(DAY, days)}T${time}:00Z`);

let server: TestServer;
let boss: Client & { tenantId: number };
let worker: Person;
let other: Person;

beforeAll(async () => {
  server = await sharedServer();
  boss = await makeOperator(server);
  await endQuietHours(boss);
  const person = async (name: string): Promise<Person> => {
    const { userId, username } = await makePerson(server, [boss.tenantId], { permissions: ['*'], name });
    return { ...(await login(server, username, PASSWORD)), id: userId };
  };
  worker = await person('Wen Zhou');
  other = await person('Otto Park');
});
afterAll(() => server?.stop());

/** Returns the English texts of the notices about a record. */
const noticesOf = async (client: Client, name: string): Promise<string[]> =>
  (await client.call('noticePage', { query: { size: 100 } })).records
    .map(({ text }) => text.en)
    .filter((text) => text.includes(`“${name}”`))
    .toReversed();

/** Runs the reminders twice at the same time, as two servers do. */
async function remindTwice(now: number): Promise<void> {
  await Promise.all([remindAt(server, now), remindAt(server, now)]);
  await remindAt(server, now);
}

describe('an inspection', () => {
  it('is announced to its inspector when it is assigned, moved and due', async () => {
    const { id } = await makeInspection(boss, { name: 'Night round', userId: worker.id, day: DAY });
    expect(await noticesOf(worker, 'Night round')).toEqual([
      expect.stringMatching(`assigned the inspection “Night round” of ${DAY} to you$`),
    ]);
    const next = dayAfter(DAY, 1);
    const update = async (more: object) =>
      boss.call('inspectionUpdate', {
        body: { id, version: (await readInspection(boss, id)).version, ...more },
      });
    await update({ day: next });
    await update({ summary: 'Bring the lamp' });
    await update({ userId: other.id });
    expect((await noticesOf(worker, 'Night round')).slice(1)).toEqual([
      expect.stringMatching(`moved the inspection “Night round” to ${next}$`),
    ]);
    const mine = () => noticesOf(other, 'Night round');
    expect(await mine()).toEqual([expect.stringMatching(/assigned the inspection/)]);
    await remindTwice(at('12:00'));
    expect((await mine()).slice(1)).toEqual([`The inspection “Night round” is due on ${next}`]);
    await Promise.all([limitAt(server, at('12:00', 2)), limitAt(server, at('12:00', 2))]);
    await remindTwice(at('12:00', 2));
    expect((await mine()).slice(2)).toEqual([
      `The inspection “Night round” of ${next} was not started in time`,
    ]);
  });
});

describe('a work order', () => {
  it('is announced to its worker when it is assigned, changed, due and revoked, and to its author when late', async () => {
    const stationSn = (await makeSite(boss)).station.sn!;
    const dueTime = new Date(at('15:00')).toISOString();
    const { id } = await boss.call('siteWorksheetCreate', {
      body: {
        ...{ name: 'Fan filter', stationSn, type: 'repair', priority: 'normal' },
        ...{ handlerId: worker.id, dueTime },
      },
    });
    const update = async (more: object) => {
      const { version } = await boss.call('siteTask', { query: { id } });
      return boss.call('siteWorksheetUpdate', { body: { id, version: Number(version), ...more } });
    };
    await update({ content: 'Both fans' });
    const mine = () => noticesOf(worker, 'Fan filter');
    expect(await mine()).toEqual([
      expect.stringMatching(/assigned the work order “Fan filter” to you$/),
      expect.stringMatching(/changed the work order “Fan filter”$/),
    ]);
    await remindTwice(at('09:00'));
    expect((await mine()).slice(2)).toEqual([expect.stringMatching(/is due within 24 hours$/)]);
    await remindTwice(at('13:00'));
    expect((await mine()).slice(3)).toEqual([expect.stringMatching(/is due today: /)]);
    await remindTwice(at('16:00'));
    expect((await mine()).slice(4)).toEqual(['The work order “Fan filter” is overdue']);
    expect(await noticesOf(boss, 'Fan filter')).toEqual(['The work order “Fan filter” is overdue']);
    const { version } = await boss.call('siteTask', { query: { id } });
    await boss.call('recordTransition', {
      path: { entity: 'siteWorksheet', id },
      body: { name: 'revoke', version: Number(version), form: { revokeReason: 'Sold' } },
    });
    expect((await mine()).slice(5)).toEqual(['The work order “Fan filter” was revoked: Sold']);
  });
});
