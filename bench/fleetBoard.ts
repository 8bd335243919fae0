/**
 * Measures the fleet board over 1,000 stations of a tenant over HTTP. All of its calls (C244–C253) run in one
 * refresh. Refreshes are measured with cached results, which screens share for half a minute, and with recomputed
 * results. Each call also runs alone, with and without stored profit. One statement over the underlying roll-ups
 * alternates with the recomputed refreshes. It reads the hours of today, the days of this month and the months of
 * this year of all meters. Goals: 300 ms for 95 of 100 refreshes, two requests, twice the statement.
 */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { storeProfits } from '../server/sites/fleet/keepProfit.ts';
import { storeToken } from '../server/sites/telemetry/catalog/deviceToken.ts';
import { type Client, login, type TestServer } from '../tests/support/server/server.ts';
import { median, percentile } from './kit/percentile.ts';
import { judge, keepRatio } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';
import { timed } from './kit/timed.ts';

const TENANT = 1;
const STATIONS = sized(1000, 10);
const ROLES = ['pv', 'charge', 'discharge', 'gridExport'] as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FULL_DAYS = sized(32, 2);
const ALL_DAYS = sized(330, 6);
const ROUNDS = sized(20, 1);
const LOOKS = sized(60, 2);
const LOOK_MS = sized(500, 10);
const CALL_ROUNDS = sized(5, 1);
const BATCH = 20_000;
const GOAL_MS = 300;
const GOAL_RATIO = 2;

const BOARD = [
  { operation: 'fleetHeadline', body: {} },
  { operation: 'fleetOperation', body: {} },
  { operation: 'fleetWorkOrders', body: {} },
  { operation: 'fleetAlarms' },
  { operation: 'fleetChargeDays' },
  { operation: 'fleetChargeMonths' },
  { operation: 'fleetRanking', query: { by: 'energy' } },
  { operation: 'fleetProfit', query: { by: 'day' } },
  { operation: 'fleetProfit', query: { by: 'month' } },
  { operation: 'fleetRanking', query: { by: 'income' } },
] as const;

const snOf = (station: number): string => `FB${String(station).padStart(4, '0')}`;
const stations = Array.from({ length: STATIONS }, (_, at) => snOf(at));

async function seed({ app: { db, services } }: TestServer): Promise<void> {
  await db.system(async (trx) => {
    const tenantId = TENANT;
    for (const sn of stations) {
      await trx.insertInto('station').values({ tenantId, sn, name: sn, timeZone: 'Asia/Shanghai' }).execute();
      await trx
        .insertInto('device')
        .values({
          tenantId,
          sn: `${sn}-M`,
          name: 'M',
          stationSn: sn,
          type: 'meter',
          ...storeToken(services.vault, tenantId, `token-${sn}`),
        })
        .execute();
      await trx
        .insertInto('deviceVariable')
        .values(
          ROLES.map((role) => ({
            ...{ tenantId, sn: `${sn}-${role}`, deviceSn: `${sn}-M`, code: role, name: role },
            ...{ kind: 'counter', dataType: 'number', unit: 'kWh', energyRole: role },
          })),
        )
        .execute();
      const price = { tenantId, stationSn: sn, effectiveFrom: '2020-01-01', currency: 'CNY' };
      const periods = JSON.stringify([
        { start: '08:00', end: '12:00', band: 'peak', price: 1.1172 },
        { start: '17:00', end: '21:00', band: 'peak', price: 1.1172 },
        { start: '00:00', end: '08:00', band: 'valley', price: 0.2981 },
      ]);
      await trx
        .insertInto('stationChargeConfig')
        .values([
          { ...price, chargeType: 'energy', price: 0.6713, periods },
          { ...price, chargeType: 'feedIn', price: 0.391 },
        ])
        .execute();
    }
  });
}

/** Stores a value for each hour of the last weeks, and for every second day of the year before. */
async function fill({ app: { services } }: TestServer): Promise<void> {
  const { telemetry } = services;
  const sns = stations.flatMap((sn) => ROLES.map((role) => `${sn}-${role}`));
  const variables = await telemetry.variables(TENANT, sns);
  const now = Date.now();
  const first = now - ALL_DAYS * DAY_MS;
  const times: number[] = [];
  for (let ts = first; ts < now - FULL_DAYS * DAY_MS; ts += 2 * DAY_MS) times.push(ts);
  for (let ts = now - FULL_DAYS * DAY_MS; ts < now; ts += HOUR_MS) times.push(ts);
  const size = Math.floor(BATCH / 100);
  for (let from = 0; from < variables.length; from += 100)
    for (let at = 0; at < times.length; at += size)
      await telemetry.store(
        variables.slice(from, from + 100).flatMap((variable) =>
          times.slice(at, at + size).map((ts) => ({
            ...{ variable, ts, quality: 0 },
            value: Math.round(((ts - first) / HOUR_MS) * (1 + (variable.id % 7)) * 100) / 100,
          })),
        ),
        { waits: true, quiet: true },
      );
}

/** Changes a station, which clears its cache. */
const change = ({ app: { db } }: TestServer) =>
  db.system((trx) =>
    trx
      .updateTable('station')
      .set({ ratedPower: Math.round(performance.now()) })
      .where('sn', '=', snOf(0))
      .execute(),
  );

const STATEMENT = `
  with m as (select id from device_variable where tenant_id = ${TENANT} and energy_role is not null),
  r as (
    select variable_id, 'hour' as unit, bucket, increase, first, last from rollup_hour
     where tenant_id = ${TENANT} and variable_id in (select id from m) and bucket >= $1
    union all
    select variable_id, 'day', bucket, increase, first, last from rollup_day
     where tenant_id = ${TENANT} and variable_id in (select id from m) and bucket >= $2
    union all
    select variable_id, 'month', bucket, increase, first, last from rollup_month
     where tenant_id = ${TENANT} and variable_id in (select id from m) and bucket >= $3),
  o as (select *, lag(last) over (partition by variable_id, unit order by bucket) as previous from r)
  select unit, bucket, sum(increase + counter_step(previous, first, null)) as energy from o group by 1, 2`;

/** Returns the start of the day, the month and the year in Shanghai. */
function begins(): Date[] {
  const wall = new Date(Date.now() + 8 * HOUR_MS);
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  return [Date.UTC(year, month, day), Date.UTC(year, month, 1), Date.UTC(year, 0, 1)].map(
    (at) => new Date(at - 8 * HOUR_MS),
  );
}

const board = (client: Client) => async () => {
  const needs = BOARD.map((need, at) => ({ key: `n${at}`, kind: 'call' as const, ...need }));
  const { results } = await client.call('boardQuery', { body: { stationSn: snOf(0), needs } });
  const failed = results.filter(({ ok }) => !ok);
  assert.deepEqual(failed, []);
  assert.equal(results.length, BOARD.length);
};

const show = (times: readonly number[]): string =>
  `${median(times).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`;

const server = await startFresh();
try {
  await seed(server);
  console.log(`filled in ${(await timed(() => fill(server))).toFixed(0)} ms`);
  const { db, services } = server.app;
  await db.pool.query('vacuum analyze');
  const client = await login(server);
  const { total } = await client.call('stationPage', { query: {} });
  assert.equal(total, STATIONS);
  const round = board(client);
  await round();
  const counted: number[] = [];
  for (let at = 0; at < 3; at += 1) counted.push(await timed(round));
  console.log(`nothing kept: ${show(counted)}`);
  console.log(`kept in ${(await timed(() => storeProfits(services))).toFixed(0)} ms`);
  console.log(`a round of the job: ${(await timed(() => storeProfits(services))).toFixed(0)} ms`);
  await db.pool.query('vacuum analyze');
  await round();
  const [rounds, anew, statements]: [number[], number[], number[]] = [[], [], []];
  for (let at = 0; at < ROUNDS; at += 1) {
    await change(server);
    anew.push(await timed(round));
    statements.push(await timed(() => db.pool.query(STATEMENT, begins())));
  }
  // Screens send requests for longer than the figures are cached. Some refreshes therefore run while others compute
  // new figures.
  for (let at = 0; at < LOOKS; at += 1) {
    rounds.push(await timed(round));
    await setTimeout(LOOK_MS);
  }
  const value = median(anew) / median(statements);
  const verdict = judge({ value: percentile(rounds, 0.95), goal: GOAL_MS, better: 'less' });
  const name = 'the board counted anew beside one statement';
  const ratioVerdict = keepRatio({ name, value, goal: GOAL_RATIO, better: 'less' });
  console.log(`the board in one request: ${show(rounds)} (${verdict})`);
  console.log(`all of it counted anew: ${show(anew)}`);
  console.log(`one statement: ${show(statements)}; ratio ${value.toFixed(2)} (${ratioVerdict})`);
  for (const need of BOARD) {
    const { operation, ...input } = need;
    const times: number[] = [];
    for (let at = 0; at < CALL_ROUNDS; at += 1) {
      await change(server);
      times.push(await timed(() => client.call(operation, input as object)));
    }
    console.log(`  ${operation} ${JSON.stringify(input)}: ${show(times)}`);
  }
} finally {
  await server.stop();
}
