/**
 * Runs 50 factory tests at once, from their start to their result. The cabinets are in their own process, connected
 * by MQTT, and report every second. The bench advances the clock in the cycles of the server. The figure is the
 * processor time of the server and its database, divided by the duration of the tests. Goal: 30 % of a core. At the
 * end, the energies of each test are computed again from its raw points.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runKey, steerTests } from '../server/sites/factoryTests/steer.ts';
import { runSql, type StoredPoint, storedPoints } from '../tests/support/calls/world.ts';
import {
  confirmTest,
  type Factory,
  makeFactoryDevices,
  planTest,
} from '../tests/support/devices/factoryBench.ts';
import type { StorageSite } from '../tests/support/devices/storage.ts';
import { makeTenant } from '../tests/support/people/people.ts';
import { postmasterPid } from '../tests/support/server/process.ts';
import type { TestServer } from '../tests/support/server/server.ts';
import { joinTenant } from '../tests/support/telemetry/site.ts';
import type { Cabinet, Order } from './factoryTests/cabinets.ts';
import { cpuTimeOf } from './kit/cpuTime.ts';
import { median } from './kit/percentile.ts';
import { judge } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';

const TESTS = sized(50, 2);
const CYCLE_MS = 5_000;
const CAPACITY = 200;
const SOC = 30;
/** Uses only a part of the battery's energy, so that a test at 1 C takes minutes. */
const COURSE = { socTo: 40, socFrom: 34, shippingSoc: 37 };
/** The limits for this part: 6 % of the rated energy, less the losses. */
const LIMITS = { energyShare: 5 };
const GOAL_PERCENT = 30;
const MOST_CYCLES = 400;
/** The tests begin in the past, so that no point has a future time. */
const AGO_MS = 3_600_000;
/** The counters include the last energy of a step up to this time after its end. */
const TAIL_MS = 30_000;

interface Test {
  site: StorageSite;
  testId: number;
  runId: number;
}

const { round } = Math;

async function makeTests(factory: Factory): Promise<Test[]> {
  const tests: Test[] = [];
  for (let at = 0; at < TESTS; at += 1) {
    const site = await makeFactoryDevices(factory.engineer, `BENCH${at}`);
    const ids = await planTest(factory.engineer, site, LIMITS);
    await confirmTest(factory, ids.testId);
    tests.push({ site, ...ids });
  }
  const { socTo, socFrom, shippingSoc } = COURSE;
  await runSql(
    factory.server,
    'update charge_discharge_record set soc_to = $1, soc_from = $2',
    socTo,
    socFrom,
  );
  await runSql(factory.server, 'update factory_test_record set shipping_soc = $1', shippingSoc);
  return tests;
}

async function startCabinets(server: TestServer, tests: readonly Test[]): Promise<ChildProcess> {
  const cabinets = tests.map(({ site: { pcs, battery } }): Cabinet => {
    const tokens = { converter: pcs.token ?? '', battery: battery.token ?? '' };
    return { ...tokens, capacity: CAPACITY, soc: SOC };
  });
  const child = fork(join(import.meta.dirname, 'factoryTests/cabinets.ts'), [
    String(server.mqttPort),
    JSON.stringify(cabinets),
  ]);
  assert.deepEqual((await once(child, 'message'))[0], 'ready');
  return child;
}

async function reportUntil(child: ChildProcess, order: Order): Promise<void> {
  const reported = once(child, 'message');
  child.send(order);
  assert.equal((await reported)[0], 'reported');
}

/** Waits until the answers of the converters are stored. */
async function answered(server: TestServer): Promise<void> {
  for (;;) {
    const open = await runSql(server, "select from control_command where state = 'requested' limit 1");
    if (open.length === 0) return;
    await sleep(10);
  }
}

const countRunning = async (server: TestServer): Promise<number> =>
  (
    await runSql<{ n: number }>(
      server,
      "select count(*)::int as n from charge_discharge_record where test_status = 'running'",
    )
  )[0]!.n;

interface Spent {
  /** Seconds of the tests' clock. */
  seconds: number;
  /** Processor time of the server and its database. */
  workMs: number;
  cycleMs: number[];
}

/** Runs all tests until the last one has ended. */
async function runTests(
  { server, tenantId, engineer }: Factory,
  tests: readonly Test[],
  child: ChildProcess,
): Promise<Spent> {
  const { services } = server.app;
  const keys = new Set(tests.map(({ runId }) => runKey({ tenantId, id: runId })));
  const begun = Date.now() - AGO_MS;
  let now = begun;
  await reportUntil(child, { from: now, to: now + CYCLE_MS });
  for (const { testId } of tests) await engineer.call('factoryTestStart', { query: { id: testId } });
  const [own, cabinets] = [[process.pid, postmasterPid(server.config.dataDir)], [child.pid ?? 0]];
  const spentMs = () => cpuTimeOf(own) - cpuTimeOf(cabinets);
  const before = spentMs();
  const cycleMs: number[] = [];
  for (let cycles = 0; (await countRunning(server)) > 0; cycles += 1) {
    assert.ok(cycles < MOST_CYCLES, 'the tests do not end');
    now += CYCLE_MS;
    await reportUntil(child, { from: now, to: now + CYCLE_MS });
    const start = performance.now();
    await steerTests(services, now + CYCLE_MS, (all) => new Set(all.filter((key) => keys.has(key))));
    cycleMs.push(performance.now() - start);
    await answered(server);
  }
  return { seconds: (now - begun) / 1_000, workMs: spentMs() - before, cycleMs };
}

/** Returns the increase of a counter between two moments, in kWh. Values between two readings are interpolated. */
function countRaw(points: readonly StoredPoint[], from: number, to: number): number {
  const valueAt = (moment: number): number => {
    const next = points.findIndex(({ ts }) => ts >= moment);
    if (next <= 0) return (points[next] ?? points.at(-1)!).value;
    const [before, after] = [points[next - 1]!, points[next]!];
    const share = (moment - before.ts) / (after.ts - before.ts);
    return before.value + share * (after.value - before.value);
  };
  return valueAt(to) - valueAt(from);
}

/** Compares the energies and the temperatures of a test with its raw points. */
async function recount(server: TestServer, engineer: Factory['engineer'], test: Test): Promise<void> {
  const { site, testId, runId } = test;
  const run = await engineer.call('chargeDischargeRecordGet', { path: { id: runId } });
  const record = await engineer.call('factoryTestRecordDetail', { path: { id: testId } });
  assert.equal(record.status, 'passed', JSON.stringify(record));
  const parts = (run.parts ?? []).map(({ step, from, to }) => ({
    step,
    from: Date.parse(from ?? ''),
    to: Date.parse(to ?? ''),
  }));
  const rawOf = (device: string, code: string) => storedPoints(server, `${device}-${code}`);
  const [charge, discharge] = [
    await rawOf(site.pcs.sn!, 'chargeEnergy'),
    await rawOf(site.pcs.sn!, 'dischargeEnergy'),
  ];
  for (const [step, energy, points] of [
    ['charge', run.charged, charge],
    ['discharge', run.discharged, discharge],
    ['recharge', run.recharged, charge],
  ] as const) {
    const part = parts.find((one) => one.step === step)!;
    const counted = countRaw(points, part.from, part.to + TAIL_MS);
    assert.ok(Math.abs(counted - Number(energy)) < 0.0011, `${step}: ${energy} is ${counted} in the points`);
  }
  const [from, to] = [parts[0]!.from, parts.at(-1)!.to];
  const warmth = (await rawOf(site.battery.sn!, 'cellTemperatureMax')).filter(
    ({ ts }) => ts >= from && ts <= to,
  );
  const hottest = Math.max(...warmth.map(({ value }) => value));
  assert.equal(Number(record.figures!.temperatureMax), round(hottest * 10) / 10);
  // There is a point for each second.
  assert.ok(warmth.length >= (to - from) / 1_000 - 1, `${warmth.length} points in ${(to - from) / 1_000} s`);
}

const server = await startFresh();
const stop = new AbortController();
try {
  const tenantId = await makeTenant(server);
  const engineer = await joinTenant(server, tenantId, ['*']);
  const factory = { server, tenantId, engineer, colleague: await joinTenant(server, tenantId, ['*']) };
  const tests = await makeTests(factory);
  // Takes the leases of the tests, so that the server's own rounds skip these tests.
  await Promise.all(
    tests.map(({ runId }) =>
      server.app.db.lease(`factory test ${runKey({ tenantId, id: runId })}`, stop.signal),
    ),
  );
  const child = await startCabinets(server, tests);
  const { seconds, workMs, cycleMs } = await runTests(factory, tests, child).finally(() => child.kill());
  await once(child, 'close');
  for (const test of tests) await recount(server, engineer, test);
  const value = workMs / seconds / 10;
  const verdict = judge({ value, goal: GOAL_PERCENT, better: 'less' });
  console.log(
    `${TESTS} tests of ${round(seconds)} s, a report of each device every second: ${value.toFixed(1)} % of a core (${verdict})`,
  );
  console.log(`a cycle over all of them ${median(cycleMs).toFixed(0)} ms; all figures equal the raw points`);
} finally {
  stop.abort();
  await server.stop();
}
