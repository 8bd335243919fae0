/** Several processes make the same records and tell the same people; one after the other is killed meanwhile. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayAfter } from '../../runtime/core/workDays.ts';
import { define } from '../support/definitions.ts';
import { openBooks } from '../support/keptBooks.ts';
import { type OwnEmbedded, startOwnEmbedded } from '../support/postgres.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { type Client, dataFolder, login } from '../support/server.ts';
import { deed, definePlans, visitsOf } from '../support/timePlans.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let postgres: OwnEmbedded;
let url = '';
const running: ServerProcess[] = [];

beforeAll(async () => {
  folder = await dataFolder();
  // The path is too long for a socket, so that the database listens on the loopback interface.
  const deep = join(folder.path, 'a'.repeat(60), 'b'.repeat(60));
  await mkdir(deep, { recursive: true });
  postgres = await startOwnEmbedded(deep);
  const { host, port } = postgres.connection;
  await postgres.query(`create role plain login createrole password 'plain'`);
  await postgres.query('create database site owner plain');
  url = `postgres://plain:plain@${host}:${port}/site`;
}, 120_000);

afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  await postgres?.stop();
  await folder?.remove();
});

async function start(name: string): Promise<{ process: ServerProcess; client: Client }> {
  const own = join(folder.path, name);
  await mkdir(own);
  const process = spawnServer(own, { env: { DATABASE_URL: url } });
  running.push(process);
  return { process, client: await login({ url: await process.ready() }) };
}

async function kill({ process }: { process: ServerProcess }): Promise<void> {
  process.child.kill('SIGKILL');
  await process.ended;
}

const today = new Date().toISOString().slice(0, 10);
const at = new Date(Date.now() + 3_600_000).toISOString();

/** Plans and things to be done, ten of each; answers the plans. */
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

it('each day is made once, and each date told once', async () => {
  const first = await start('first');
  await definePlans(first.client);
  await define(first.client, deed);
  const second = await start('second');
  const ids = await makeTen(first, 'A');
  await kill(first);
  ids.push(...(await makeTen(second, 'B')));
  const third = await start('third');
  await kill(second);
  ids.push(...(await makeTen(third, 'C')));

  const wanted = Array.from({ length: 31 }, (_, place) => dayAfter(today, place));
  const daysOf = async (id: number) => (await visitsOf(third.client, id)).map(({ day }) => day);
  await expect.poll(() => daysOf(ids.at(-1)!), { timeout: 60_000 }).toEqual(wanted);
  for (const id of ids) expect(await daysOf(id)).toEqual(wanted);
  const told = async () => {
    const { records } = await third.client.call('noticePage', { query: { kind: 'reminder', size: 100 } });
    return records.map(({ text: { en } }) => en).sort();
  };
  const names = ['A', 'B', 'C'].flatMap((name) =>
    Array.from({ length: 10 }, (_, count) => `${name}${count}`),
  );
  await expect.poll(told, { timeout: 90_000 }).toEqual(names.map((name) => `${name} begins`).sort());
}, 300_000);
