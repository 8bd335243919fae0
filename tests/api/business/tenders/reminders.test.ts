/** Reminders of tenders before their submission ends (B1), and of library files before they expire (B4). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../support/calls/client.ts';
import {
  dayAfter,
  later,
  moveRecord,
  openTenderTeam,
  planTender,
  type TenderTeam,
} from '../../../support/records/tenders.ts';
import { endQuietHours, remindAt } from '../../../support/records/timePlans.ts';
import { sharedServer } from '../../../support/server/server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let team: TenderTeam;
beforeAll(async () => {
  team = await openTenderTeam(await sharedServer());
  await endQuietHours(team.head.client);
});
afterAll(() => team?.server.stop());

async function noticesWith(client: Client, name: string): Promise<string[]> {
  const { records } = await client.call('noticePage', { query: { kind: 'reminder', size: 50 } });
  return records.map(({ text: { en } }) => en).filter((en) => en.includes(name));
}

/** Sends the reminders of a moment three times, two of them in parallel. */
async function remind(at: number): Promise<void> {
  await Promise.all([remindAt(team.server, at), remindAt(team.server, at)]);
  await remindAt(team.server, at);
}

it('notify the owner of a tender 7, 3 and 1 days before the submission ends, once each', async () => {
  const { sales, colleague } = team;
  const submitBy = later(20 * 24);
  const dates = { submitBy, openAt: later(21 * 24) };
  await planTender(team, { name: 'Harbour', ...dates });
  const answered = await planTender(team, { name: 'Airport', ...dates });
  const dropped = await planTender(team, { name: 'Stadium', ...dates });
  const counts = async () => {
    const names = ['Harbour', 'Airport', 'Stadium'];
    return Promise.all(names.map(async (name) => (await noticesWith(sales.client, name)).length));
  };
  const before = async (days: number, hours: number) => {
    await remind(Date.parse(submitBy) - days * DAY_MS - hours * HOUR_MS);
    return counts();
  };
  expect(await before(7, 1)).toEqual([0, 0, 0]);
  expect(await before(7, 0)).toEqual([1, 1, 1]);
  await sales.client.call('bidCreate', { body: { tenderId: answered } });
  await moveRecord(sales.client, 'tender', dropped, 'cancel', { cancelReason: 'Withdrawn' });
  expect(await before(3, 1)).toEqual([1, 1, 1]);
  expect(await before(3, 0)).toEqual([2, 1, 1]);
  expect(await before(1, 1)).toEqual([2, 1, 1]);
  expect(await before(1, 0)).toEqual([3, 1, 1]);
  expect(await before(0, 1)).toEqual([3, 1, 1]);
  const [text] = await noticesWith(sales.client, 'Harbour');
  expect(text).toMatch(/^The submission period of tender TB\d{6}-\d{3} “Harbour” ends at /);
  expect(await noticesWith(colleague.client, 'Harbour')).toEqual([]);
});

it('notify the owner of a released file 60, 30 and 7 days before it expires, once each', async () => {
  const { engineer, sales } = team;
  const form = new FormData();
  form.append('file', new Blob(['text']), 'certificate.pdf');
  const file = await engineer.client.call('uploadRetrunUrl', { form });
  const validTo = dayAfter(100);
  const addFile = async (name: string) => {
    const body = { name, kind: 'certificate', validTo, versions: [{ file }] };
    const { id } = await engineer.client.call('tenderFileCreate', { body });
    return id;
  };
  await moveRecord(engineer.client, 'tenderFile', await addFile('Grid licence'), 'release');
  await addFile('Draft licence');
  const before = async (days: number) => {
    await remind(Date.parse(`${validTo}T12:00:00Z`) - days * DAY_MS);
    return (await noticesWith(engineer.client, 'Grid licence')).length;
  };
  const expected = { 61: 0, 60: 1, 59: 1, 31: 1, 30: 2, 29: 2, 8: 2, 7: 3, 6: 3, 0: 3 };
  const found: Record<string, number> = {};
  const days = Object.keys(expected).toSorted((one, other) => Number(other) - Number(one));
  for (const day of days) found[day] = await before(Number(day));
  expect(found).toEqual(expected);
  expect(new Set(await noticesWith(engineer.client, 'Grid licence'))).toEqual(
    new Set([`The file “Grid licence” expires on ${validTo}`]),
  );
  expect(await noticesWith(engineer.client, 'Draft licence')).toEqual([]);
  expect(await noticesWith(sales.client, 'Grid licence')).toEqual([]);
});
