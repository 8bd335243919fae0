/** Each day of a plan has its record once, whenever the server dies. */
import { afterEach, expect, it } from 'vitest';
import { dayAfter } from '../../runtime/core/workDays.ts';
import { openBooks } from '../support/keptBooks.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { type Client, login, startedFolder } from '../support/server.ts';
import { definePlans, visitsOf } from '../support/timePlans.ts';

let dataDir = '';
let server: ServerProcess | null = null;
let remove = async (): Promise<void> => {};

afterEach(async () => {
  server?.child.kill('SIGTERM');
  await server?.ended;
  server = null;
  await remove();
});

async function start(): Promise<Client> {
  server = spawnServer(dataDir);
  return login({ url: await server.ready() });
}

const PLANS = 20;

const daysOf = async (admin: Client, plan: number): Promise<string[]> =>
  (await visitsOf(admin, plan)).map(({ day }) => day);

it('kill -9 while records are made leaves each of them there once', async () => {
  ({ path: dataDir, remove } = await startedFolder());
  const admin = await start();
  await definePlans(admin);
  const books = openBooks(admin);
  const today = new Date().toISOString().slice(0, 10);
  const ids: number[] = [];
  for (let count = 0; count < PLANS; count++) {
    const made = await books.create('timePlan', {
      ...{ name: `P${count}`, rule: 'FREQ=DAILY', startDate: today, zone: 'UTC' },
    });
    ids.push(made.id);
  }
  // Killed while records are being made.
  await expect.poll(() => visitsOf(admin, ids[0]!), { timeout: 30_000 }).not.toEqual([]);
  server?.child.kill('SIGKILL');
  await server?.ended;

  const again = await start();
  const wanted = Array.from({ length: 31 }, (_, place) => dayAfter(today, place));
  await expect.poll(() => daysOf(again, ids.at(-1)!), { timeout: 30_000 }).toEqual(wanted);
  for (const id of ids) expect(await daysOf(again, id)).toEqual(wanted);
}, 180_000);
