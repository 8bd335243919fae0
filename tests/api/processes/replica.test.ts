/** A replica answers exports and statistics with the data stored before, for the same users as the database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { setRoles } from '../../support/calls/world.ts';
import { makePerson, makeRole, PASSWORD } from '../../support/people/people.ts';
import { exportTable } from '../../support/records/excel.ts';
import { runAt } from '../../support/server/postgres/citus.ts';
import { makePooler } from '../../support/server/postgres/pooler.ts';
import { makePair } from '../../support/server/postgres/postgresPair.ts';
import { login, startOn, startServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, type Site, send } from '../../support/telemetry/site.ts';

type By = 'replica' | 'database';
type Pair = Awaited<ReturnType<typeof makePair>>;

const HOUR_MS = 3_600_000;
const LINES = [
  { item: 'Cabinet', unit: 'pcs', quantity: 1, price: '100.00', taxRate: 13, unitCost: '80.00' },
];

let pair: Pair;
let server: TestServer;
let boss: Client & { tenantId: number };
let seller: Client;
let blind: Client;
let stranger: Client;
let site: Site;
let first: number;

const envOf = (replica: string) => ({ DATABASE_URL: pair.primary.url, WATTDECK_REPLICA_URL: replica });

async function countReads({ url }: TestServer): Promise<Record<By, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const of = (by: By): number =>
    Number(new RegExp(`^wattdeck_replica_reads_total\\{by="${by}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return { replica: of('replica'), database: of('database') };
}

/** Returns the answer, and the database that gave it. */
async function answered<T>(request: () => Promise<T>, at = server): Promise<[answer: T, by: By[]]> {
  const before = await countReads(at);
  const answer = await request();
  const after = await countReads(at);
  return [answer, (['replica', 'database'] as const).filter((by) => after[by] > before[by])];
}

const sumOf = async (client: Client): Promise<unknown> => {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const query = {
    sns: `${site.device.sn}-power`,
    calcmethod: 'SUM' as const,
    startTime: day(first - 48 * HOUR_MS),
    endTime: day(first + 48 * HOUR_MS),
  };
  return (await client.call('accuSummarized', { query })).map(({ value }) => value);
};

/** Stores one more point and immediately reads the sum of all. */
async function sumAfter(count: number): Promise<unknown> {
  await send(server.url, site.device, [{ ts: first + count * 1000, values: { power: 1 } }]);
  return sumOf(boss);
}

const totals = async (client: Client) =>
  (await client.call('recordStatistic', { path: { name: 'customers' } })).totals[0]?.figures;

async function exported(client: Client, entity: string, columns?: string[]): Promise<string[]> {
  const file = await exportTable(client, entity, { format: 'csv', ...(columns && { columns }) });
  const [, ...rows] = file.toString().trim().split(/\r?\n/);
  return rows.sort();
}

beforeAll(async () => {
  pair = await makePair();
  server = await startServer({ env: envOf(pair.standby.url) });
  boss = await makeOperator(server);
  stranger = await makeOperator(server);
  const sells = [
    ...['list', 'export'].flatMap((key) => [`customer:${key}@own`, `quote:${key}`]),
    ...['customer:create', 'quote:create', 'quote:update', 'quoteLine:*'],
  ];
  seller = await joinTenant(server, boss.tenantId, [...sells, 'quote:cost']);
  const role = await makeRole(server, boss.tenantId, {
    permissions: ['customer:list', 'customer:export'],
    fieldRules: [{ field: 'customer.creditLimit', rule: 'hidden' }],
  });
  const { userId, username } = await makePerson(server, [boss.tenantId]);
  await setRoles(server, userId, [role]);
  blind = await login(server, username, PASSWORD);
  for (const [client, name] of [
    [boss, 'Harbour'],
    [seller, 'Mill'],
    [stranger, 'Elsewhere'],
  ] as const) {
    const { id } = await client.call('customerCreate', { body: { name, creditLimit: '100.10' } });
    const body = { name: `For ${name}`, customerId: id, currency: 'CNY', validUntil: '2099-12-31' };
    await client.call('saveQuote', { body: { ...body, lines: LINES } });
  }
  const { userId: id } = await seller.call('getPrincipal');
  await boss.call('saveUserPermission', {
    path: { id },
    body: { permissions: [...sells, 'quote:cost@own'] },
  });
  site = await makeSite(boss);
  first = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 3 * HOUR_MS;
});

afterAll(async () => {
  await server?.stop();
  await pair?.remove();
});

describe('a replica', () => {
  it('counts data that was stored just before', async () => {
    expect(await answered(() => sumAfter(1))).toEqual([[1], ['replica']]);
  });

  it('shows users only records of their tenant', async () => {
    expect(await answered(() => totals(boss))).toMatchObject([{ customers: 2 }, ['replica']]);
    expect(await answered(() => exported(boss, 'customer', ['name']))).toEqual([
      ['Harbour', 'Mill'],
      ['replica'],
    ]);
    expect(await answered(() => exported(stranger, 'customer', ['name']))).toEqual([
      ['Elsewhere'],
      ['replica'],
    ]);
    expect(await sumOf(stranger)).toEqual([]);
  });

  it('excludes records that the caller may not list', async () => {
    expect(await answered(() => totals(seller))).toMatchObject([
      { customers: 1, creditLimit: '100.10' },
      ['replica'],
    ]);
    expect(await answered(() => exported(seller, 'customer', ['name']))).toEqual([['Mill'], ['replica']]);
  });

  it('excludes fields that are hidden from the caller', async () => {
    const [figures, by] = await answered(() => totals(blind));
    expect([figures, by]).toEqual([{ customers: 2, won: 0, wonShare: 0, blacklisted: 0 }, ['replica']]);
    const [rows] = await answered(() => exported(blind, 'customer'));
    expect(rows).toHaveLength(2);
    expect(rows.join()).not.toContain('100.1');
  });

  it('clears fields that the caller may see in other records only', async () => {
    const costs = (client: Client) => answered(() => exported(client, 'quote', ['name', 'cost']));
    expect(await costs(boss)).toEqual([['For Harbour,CNY,80.00', 'For Mill,CNY,80.00'], ['replica']]);
    expect(await costs(seller)).toEqual([['For Harbour,CNY,', 'For Mill,CNY,80.00'], ['replica']]);
  });
});

describe('the database answers instead', () => {
  it('if a pooler before the replica drops the role that separates tenants', async () => {
    const pooler = await makePooler(pair.standby.port);
    const env = envOf(pair.standby.url.replace(`:${pair.standby.port}`, `:${pooler.port}`));
    const other = await startOn(server.config.dataDir, { env });
    try {
      const client = await joinTenant(other, boss.tenantId, ['customer:list']);
      expect(await answered(() => totals(client), other)).toMatchObject([{ customers: 2 }, ['database']]);
    } finally {
      await other.stop();
      pooler.close();
    }
  });

  it('while the replica lags behind, and only then', async () => {
    await runAt(pair.standby.adminUrl, 'select pg_wal_replay_pause()');
    expect(await answered(() => sumAfter(2))).toEqual([[2], ['database']]);
    await runAt(pair.standby.adminUrl, 'select pg_wal_replay_resume()');
    expect(await answered(() => sumAfter(3))).toEqual([[3], ['replica']]);
  });

  it('while the replica is unreachable', async () => {
    await pair.standby.stop();
    expect(await answered(() => sumAfter(4))).toEqual([[4], ['database']]);
  });
});
