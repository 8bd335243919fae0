/** `npm run move`: an installation continues on another database. The old database refuses writes. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../support/server/command.ts';
import { makePostgres, type SitePostgres } from '../../support/server/postgres/postgres.ts';
import { login, startedEmbedded, startOn, type TestServer } from '../../support/server/server.ts';
import { placesOf } from '../../support/telemetry/places.ts';
import { makeSite, type Site, send } from '../../support/telemetry/site.ts';

const ENTRY = 'server/move/main.ts';
const TS = Date.UTC(2026, 9, 5, 10);

let folder: { path: string; remove(): Promise<void> };
let postgres: SitePostgres;
let server: TestServer;
let site: Site;

const move = (...args: string[]) => runCommand(ENTRY, args, folder.path);
/** Sends two values together, which are stored in one row of the device. */
const sendPoint = (at: number) =>
  send(server.url, site.device, [{ ts: TS + at * 1000, values: { power: at, current: at / 10 } }]);

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  return client;
}

/** Checks what is read of both variables: their values, their sums, and that these are in rows of the device. */
async function expectValues(values: readonly number[]): Promise<void> {
  const client = await login(server);
  const [startTime, endTime] = ['2026-10-04', '2026-10-07'];
  for (const [code, factor] of [['power', 1] as const, ['current', 10] as const]) {
    const sns = `${site.device.sn}-${code}`;
    const query = { querytimes: `${startTime},${endTime}`, sns };
    const [entry] = JSON.parse(await client.call('oneTimeDatas', { query })) as {
      values: { value: number }[];
    }[];
    const stored = values.map((value) => value / factor);
    expect(entry?.values.map(({ value }) => value)).toEqual(stored);
    const statistic = { sns, calcmethod: 'SUM', startTime, endTime } as const;
    const [sum] = await client.call('accuSummarized', { query: statistic });
    expect(sum?.value).toBeCloseTo(
      stored.reduce((total, value) => total + value),
      6,
    );
    expect(await placesOf(server, sns), sns).toEqual({ rows: values.length, singles: 0 });
  }
}

beforeAll(async () => {
  folder = await startedEmbedded();
  postgres = await makePostgres();
  server = await startOn(folder.path, { env: { DATABASE_URL: '' } });
  site = await makeSite(await login(server));
  for (const at of [1, 2, 3]) expect((await sendPoint(at)).status).toBe(200);
});

afterAll(async () => {
  await server?.stop();
  await postgres?.remove();
  await folder?.remove();
});

describe('a database that is moved', () => {
  it('remains unchanged if the target is not empty or is no address', async () => {
    const client = await connect();
    await client.query('create table somebodys (id int)');
    expect(await move(folder.path, postgres.url, '--now')).toMatchObject({
      code: 1,
      output: expect.stringContaining('TO is not empty'),
    });
    await client.query('drop table somebodys');
    await client.end();
    expect((await move(folder.path, 'elsewhere', '--now')).output).toContain(
      'is not the address of a database',
    );
    expect((await sendPoint(4)).status).toBe(200);
  });

  it('accepts no more writes, and names the time of the next attempt', async () => {
    const { code, output } = await move(folder.path, postgres.url, '--now');
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('the same at both ends'),
    });
    const answer = await sendPoint(5);
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, 2]);
    expect((await move(folder.path, `${postgres.url}x`, '--now')).code).toBe(1);
    await server.stop();
    await expect(startOn(folder.path, { env: { DATABASE_URL: '' } })).rejects.toThrow('takes no writes');
  });

  it('continues at the target with points, records, keys and numbers', async () => {
    server = await startOn(folder.path, { env: { DATABASE_URL: postgres.url } });
    expect((await sendPoint(5)).status).toBe(200);
    await expectValues([1, 2, 3, 4, 5]);
    const person = await login(server);
    const other = await makeSite(person, 'LATER');
    expect(other.device.id).toBeGreaterThan(site.device.id!);
    expect(await person.call('stationsByDept')).toHaveLength(2);
    await expect(
      person.call('deviceCreate', { body: { sn: 'X', name: 'X', stationSn: 'NONE', type: 'meter' } }),
    ).rejects.toThrow();
    const client = await connect();
    const { rows } = await client.query(
      `select from pg_constraint where contype = 'f' and not convalidated
       union all select from pg_class where relname = 'move_unfinished'`,
    );
    await client.end();
    expect(rows).toEqual([]);
  });

  it('accepts writes again after a command of the user', async () => {
    await server.stop();
    expect(await move('--reopen', folder.path)).toMatchObject({ code: 0 });
    server = await startOn(folder.path, { env: { DATABASE_URL: '' } });
    await expectValues([1, 2, 3, 4]);
    expect((await sendPoint(6)).status).toBe(200);
    expect((await move('--reopen', folder.path)).output).toContain('takes writes as it is');
  });
});
