/**
 * Measures the lists "what a person has to do" of today and of this month, over HTTP. One company has a million work
 * orders, other companies exist beside it. The bare SQL statement selects the same rows from the same database, in
 * the same run. The database's processor time of both is printed as well. Goals: 20 and 60 ms for 95 of 100 calls.
 */
import assert from 'node:assert/strict';
import { DAY_MS, dateOf } from '../runtime/core/time/timeWindow.ts';
import { runSql } from '../tests/support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../tests/support/people/people.ts';
import { postmasterPid } from '../tests/support/server/process.ts';
import { type Client, login, type TestServer } from '../tests/support/server/server.ts';
import { cpuTimeOf } from './kit/cpuTime.ts';
import { median, percentile } from './kit/percentile.ts';
import { judge, keepRatio } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';

const SHEETS = sized(1_000_000, 4_000);
/** Number of work orders of each other company. */
const BESIDE = sized(50_000, 200);
const OTHERS = sized(4, 1);
const PEOPLE = sized(200, 4);
/** Users who send the requests, in turn. */
const CALLERS = sized(20, 2);
const ROUNDS = sized(20, 2);
const WARM = sized(2, 1);
/** Days over which the work orders are due, half of them in the past. */
const DAYS = sized(730, 60);
const ZONE = 'Asia/Shanghai';
const RATIO_GOAL = 1.5;

const KINDS = [
  { name: 'today', call: 'todayArrange', goalMs: 20 },
  { name: 'month', call: 'monthArrange', goalMs: 60 },
] as const;
type Kind = (typeof KINDS)[number];

interface Caller {
  userId: number;
  client: Client;
}

interface Spent {
  ms: number[];
  /** Processor time of the database. */
  database: number;
}

async function fillSheets(server: TestServer, tenantId: number, count: number, people: number[]) {
  await runSql(
    server,
    `insert into station (tenant_id, sn, name, time_zone)
     select $1::int, 'S' || $1::int || '-' || n, 'Station ' || n, $2 from generate_series(0, 49) n`,
    tenantId,
    ZONE,
  );
  await runSql(
    server,
    `insert into site_worksheet (tenant_id, number, name, type, priority, status, station_sn, handler_id, content, due_time)
     select $1::int, 'N' || n, 'Work ' || n, 'repair', (array['low', 'normal', 'high'])[1 + n % 3],
            (array['pending', 'processing', 'completed'])[1 + n % 3], 'S' || $1::int || '-' || n % 50,
            ($2::bigint[])[1 + n % cardinality($2::bigint[])], 'what is to be done ' || n,
            now() + ((n::bigint * 7919 * 60) % ($3::bigint * 86400)) * interval '1 second' - $3::int * interval '12 hours'
       from generate_series(1, $4) n`,
    ...[tenantId, people, DAYS, count],
  );
}

async function makePeople(server: TestServer, tenantId: number, count: number) {
  const people: { userId: number; username: string }[] = [];
  for (let at = 0; at < count; at += 1)
    people.push(await makePerson(server, [tenantId], { role: 'operator' }));
  return people;
}

/** Fills the companies. Returns callers of the large one. */
async function fill(server: TestServer): Promise<{ tenantId: number; callers: Caller[] }> {
  const tenantId = await makeTenant(server);
  const people = await makePeople(server, tenantId, PEOPLE);
  await fillSheets(
    server,
    tenantId,
    SHEETS,
    people.map(({ userId }) => userId),
  );
  for (let other = 0; other < OTHERS; other += 1) {
    const beside = await makeTenant(server);
    const [person] = await makePeople(server, beside, 1);
    await fillSheets(server, beside, BESIDE, [person!.userId]);
  }
  await runSql(server, 'vacuum analyze site_worksheet');
  const callers: Caller[] = [];
  for (const { userId, username } of people.slice(0, CALLERS))
    callers.push({ userId, client: await login(server, username, PASSWORD, { described: false }) });
  return { tenantId, callers };
}

/** Returns the first day of the window and the day after its end, by the caller's clock. */
function windowOf({ name }: Kind): [string, string] {
  const today = new Date(dateOf(Date.now(), ZONE) * DAY_MS);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const [from, to] =
    name === 'today'
      ? [today, new Date(today.getTime() + DAY_MS)]
      : [new Date(Date.UTC(year, month)), new Date(Date.UTC(year, month + 1))];
  return [from.toISOString().slice(0, 10), to.toISOString().slice(0, 10)];
}

async function queryBare(server: TestServer, kind: Kind, tenantId: number, userId: number): Promise<number> {
  const rows = await runSql(
    server,
    `select * from site_worksheet where tenant_id = $1 and handler_id = $2
        and due_time >= $3::timestamp at time zone $5 and due_time < $4::timestamp at time zone $5
      order by due_time, id`,
    ...[tenantId, userId, ...windowOf(kind), ZONE],
  );
  return JSON.parse(JSON.stringify(rows)).length;
}

/** Sends the request for each caller in turn. Returns the number of rows of each. */
async function countAll(
  server: TestServer,
  callers: readonly Caller[],
  spent: Spent,
  count: (caller: Caller) => Promise<number>,
): Promise<number[]> {
  const pids = [postmasterPid(server.config.dataDir)];
  const before = cpuTimeOf(pids);
  const counts: number[] = [];
  for (const caller of callers) {
    const start = performance.now();
    counts.push(await count(caller));
    spent.ms.push(performance.now() - start);
  }
  spent.database += cpuTimeOf(pids) - before;
  return counts;
}

async function measure(server: TestServer, kind: Kind, tenantId: number, callers: readonly Caller[]) {
  const options = { headers: { 'x-time-zone': ZONE } };
  const spent = (): Spent => ({ ms: [], database: 0 });
  const [ours, bare] = [spent(), spent()];
  let each = 0;
  for (let round = 0; round < WARM + ROUNDS; round += 1) {
    const [our, their] = round < WARM ? [spent(), spent()] : [ours, bare];
    const counts = await countAll(
      server,
      callers,
      our,
      async ({ client }) => (await client.call(kind.call, options)).length,
    );
    const bareCounts = await countAll(server, callers, their, ({ userId }) =>
      queryBare(server, kind, tenantId, userId),
    );
    assert.deepEqual(counts, bareCounts, 'both find the same');
    each = counts.reduce((sum, count) => sum + count, 0) / callers.length;
  }
  assert.ok(each > 0, 'there is something to do');
  return { ours, bare, each };
}

const server = await startFresh();
try {
  const { tenantId, callers } = await fill(server);
  for (const kind of KINDS) {
    const { ours, bare, each } = await measure(server, kind, tenantId, callers);
    const late = percentile(ours.ms, 0.95);
    const verdict = judge({ value: late, goal: kind.goalMs, better: 'less' });
    console.log(
      `${kind.name}, ${each.toFixed(0)} of ${SHEETS} sheets: ${median(ours.ms).toFixed(1)} ms, 95 of 100 within ${late.toFixed(1)} ms (${verdict})`,
    );
    const value = median(ours.ms) / median(bare.ms);
    console.log(
      `  the bare statement ${median(bare.ms).toFixed(1)} ms: ${value.toFixed(2)} times (${keepRatio({ name: kind.name, value, goal: RATIO_GOAL, better: 'less' })}); the database ${ours.database} and ${bare.database} ms of work`,
    );
  }
} finally {
  await server.stop();
}
