/**
 * The finished factory tests of the demo, and a suspended one. They are simulated at the bench and judged as the server
 * does.
 */
import type { Values } from '../../runtime/core/rules/rule.ts';
import { platformSession } from '../../server/engine/time/platformStep.ts';
import type { Row } from '../../server/platform/db/tables/anyTable.ts';
import type { Points } from '../../server/sites/factoryTests/evaluate.ts';
import { carryState } from '../../server/sites/factoryTests/hooks.ts';
import { closed } from '../../server/sites/factoryTests/procedure.ts';
import type { Person } from '../business/sellers.ts';
import { DAY_MS, makerFor, type SalesAsked } from '../maker.ts';
import { fillSeries } from '../sites/fillSeries.ts';
import { BENCH_VARIABLES, type BenchParts, benchVariable, PLAN, RATED_POWER, SET_POINT } from './bench.ts';
import type { BenchState } from './benchBattery.ts';
import { evaluateTest, simulateTest, type Tested } from './testBench.ts';

const HOUR_MS = 3_600_000;
const DAYS_APART = 6;
/** Energy that the cabinets deliver, in kWh. The rated energy is 215 kWh. The last test is the suspended one. */
const CAPACITIES = [219, 217.5, 218.6, 218] as const;
const WEAK = 208;
const WEAK_AT = 1;

/** Simulates the tests of a bench, the oldest first. Each begins in the morning, days apart. */
function simulateTests(now: number, isWeak: boolean): Tested[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const counters = { charged: 1200, discharged: 1100 };
  return CAPACITIES.map((usual, at) => {
    const capacity = isWeak && at === WEAK_AT ? WEAK : usual;
    const start = today - ((CAPACITIES.length - at) * DAYS_APART - 5) * DAY_MS + HOUR_MS;
    const tested = simulateTest({ start, capacity, plan: PLAN, seed: at, ...counters });
    counters.charged = tested.points.charge.at(-1)![1];
    counters.discharged = tested.points.discharge.at(-1)![1];
    return tested;
  });
}

async function fillBench(
  parts: BenchParts,
  { tenantId }: SalesAsked,
  stationSn: string,
  tests: readonly Tested[],
): Promise<void> {
  const series = BENCH_VARIABLES.flatMap((variable) => {
    const { of } = variable;
    if (of === SET_POINT) return [];
    const points = tests.flatMap((tested) => (of === 'soc' ? tested.soc : tested.points[of]));
    const [times, values] = [0, 1].map((place) => Float64Array.from(points, (point) => point[place]!));
    return [[benchVariable(stationSn, variable), { times: times!, values: values! }] as const];
  });
  await fillSeries(parts)(tenantId, new Map(series));
}

export interface Cabinet {
  deviceId: unknown;
  testName: string;
  runName: string;
}

export interface Making {
  parts: BenchParts;
  asked: SalesAsked;
  first: Person;
  second: Person;
  kind: Values;
  checks: Values;
}

const momentText = (moment: number): string => new Date(moment).toISOString();

/** Makes a test that two users confirmed, with its run. */
export async function makeTest({ parts, asked, first, second, kind, checks }: Making, cabinet: Cabinet) {
  const maker = makerFor(parts, asked, first);
  const { deviceId, testName, runName } = cabinet;
  const test = await maker.make('factoryTestRecord', { ...kind, name: testName, deviceId });
  const run = await maker.make('chargeDischargeRecord', {
    ...{ recordId: test.id, name: runName, serviceType: 'cycle', strategyType: 'constantPower' },
    power: RATED_POWER,
  });
  await maker.move('factoryTestRecord', test.id, 'check', checks);
  await makerFor(parts, asked, second).move('factoryTestRecord', test.id, 'confirmCheck');
  return { test, run };
}

export async function enterResult(
  { parts, asked }: Making,
  { test, run }: { test: Row; run: Row },
  ofRun: Values,
  ofTest: Values,
): Promise<void> {
  const { tenantId, lang } = asked;
  const session = platformSession(tenantId, lang);
  await parts.db.tenant(tenantId, async (trx) => {
    const step = { trx, session, lang, zone: 'Asia/Shanghai', vault: parts.vault };
    await carryState(step, 'chargeDischargeRecord', Number(run.id), ofRun);
    await carryState(step, 'factoryTestRecord', Number(test.id), ofTest);
  });
}

async function enterFinished(making: Making, cabinet: Cabinet, tested: Tested): Promise<void> {
  const made = await makeTest(making, cabinet);
  const { energies, figures, failures, result, socStart, socEnd } = evaluateTest(tested, PLAN);
  const status = result === 'passed' ? 'passed' : 'failed';
  const times = { startedAt: tested.parts[0]!.from, endedAt: momentText(tested.end) };
  await enterResult(
    making,
    made,
    { ...times, ...energies, testStatus: status, step: 'evaluation', parts: tested.parts, socStart, socEnd },
    { ...times, status, testResult: result, figures, failures },
  );
}

/** Enters a test that a user suspended in the middle of its discharge. */
async function enterSuspended(making: Making, cabinet: Cabinet, tested: Tested): Promise<void> {
  const made = await makeTest(making, cabinet);
  const parts = tested.parts.slice(0, 3);
  const at = Date.parse(parts[2]!.from) + HOUR_MS;
  const common = { startedAt: parts[0]!.from, pauseReason: 'byUser' };
  const course = [...parts.slice(0, 2), ...closed([{ ...parts[2]!, to: null }], at)];
  await enterResult(
    making,
    made,
    { ...common, testStatus: 'suspended', step: 'discharge', parts: course, socStart: tested.soc[0]![1] },
    { ...common, status: 'suspended' },
  );
}

/** The counters of the converter, in kWh. */
export type Counters = Pick<BenchState, 'charged' | 'discharged'>;

/**
 * Creates the tests of a bench, and returns the counters after them. Those of the tested cabinet are over, and the test of the other cabinet is suspended.
 */
export async function seedFinishedTests(
  making: Making,
  stationSn: string,
  { tested, suspended, isWeak }: { tested: Cabinet; suspended: Cabinet; isWeak: boolean },
): Promise<Counters> {
  const { parts, asked } = making;
  const tests = simulateTests(asked.now, isWeak);
  // The suspended one stops an hour after its discharge began.
  const last = tests.at(-1)!;
  const until = Date.parse(last.parts[2]!.from) + HOUR_MS;
  const points = { ...last.points };
  for (const name of Object.keys(points) as (keyof Points)[])
    points[name] = points[name].filter(([ts]) => ts <= until);
  const shown = { ...last, points, soc: last.soc.filter(([ts]) => ts <= until) };
  await fillBench(parts, asked, stationSn, [...tests.slice(0, -1), shown]);
  for (const one of tests.slice(0, -1)) await enterFinished(making, tested, one);
  await enterSuspended(making, suspended, last);
  return { charged: points.charge.at(-1)![1], discharged: points.discharge.at(-1)![1] };
}
