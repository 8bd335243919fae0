/**
 * The past factory tests of the demo: finished, terminated and suspended ones. They are simulated at the bench and judged
 * as the server does.
 */
import type { Values } from '../../runtime/core/rules/rule.ts';
import { platformSession } from '../../server/engine/time/platformStep.ts';
import type { Row } from '../../server/platform/db/tables/anyTable.ts';
import type { Points } from '../../server/sites/factoryTests/evaluate.ts';
import { carryState } from '../../server/sites/factoryTests/hooks.ts';
import { closed } from '../../server/sites/factoryTests/procedure.ts';
import type { Person } from '../business/sellers.ts';
import { DAY_MS, makerFor, type SeedContext } from '../maker.ts';
import { fillSeries } from '../sites/fillSeries.ts';
import { BENCH_VARIABLES, type BenchParts, benchVariable, PLAN, RATED_POWER, SET_POINT } from './bench.ts';
import type { BenchState } from './benchBattery.ts';
import { evaluateTest, simulateTest, type Tested } from './testBench.ts';

const HOUR_MS = 3_600_000;
const DAYS_APART = 6;
/** Energy that the tested cabinets deliver, in the order of the tests, in kWh. The rated energy is 215 kWh. */
const CAPACITIES = [219, 217.5, 218.6, 218] as const;
/** The energy of a cabinet that fails its test. */
const WEAK = 208;

/** The end of a past test. A suspended test may continue. */
export type Ending = 'passed' | 'failed' | 'terminated' | 'suspended';

/** Ends a test an hour after its discharge began. */
function stopTest({ points, soc, parts }: Tested): Tested {
  const end = Date.parse(parts[2]!.from) + HOUR_MS;
  const cut = { ...points };
  for (const name of Object.keys(cut) as (keyof Points)[]) cut[name] = cut[name].filter(([ts]) => ts <= end);
  const course = [...parts.slice(0, 2), ...closed([{ ...parts[2]!, to: null }], end)];
  return { points: cut, soc: soc.filter(([ts]) => ts <= end), parts: course, end };
}

/** Simulates the tests of a bench, the oldest first. Each begins in the morning, days apart. */
function simulateTests(now: number, endings: readonly Ending[]): Tested[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const counters = { charged: 1200, discharged: 1100 };
  return endings.map((ending, at) => {
    const capacity = ending === 'failed' ? WEAK : CAPACITIES[at % CAPACITIES.length]!;
    const start = today - ((endings.length - at) * DAYS_APART - 5) * DAY_MS + HOUR_MS;
    const whole = simulateTest({ start, capacity, plan: PLAN, seed: at, ...counters });
    const tested = ending === 'terminated' || ending === 'suspended' ? stopTest(whole) : whole;
    counters.charged = tested.points.charge.at(-1)![1];
    counters.discharged = tested.points.discharge.at(-1)![1];
    return tested;
  });
}

async function fillBench(
  parts: BenchParts,
  { tenantId }: SeedContext,
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
  asked: SeedContext;
  first: Person;
  second: Person;
  kind: Values;
  checks: Values;
  /** Why a test is terminated. */
  reason: string;
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

/** Enters a test that a user suspended or terminated in the middle of its discharge. */
async function enterStopped(
  making: Making,
  cabinet: Cabinet,
  { parts, soc, end }: Tested,
  state: 'suspended' | 'terminated',
): Promise<void> {
  const made = await makeTest(making, cabinet);
  const common = {
    startedAt: parts[0]!.from,
    ...(state === 'suspended'
      ? { pauseReason: 'byUser' }
      : { reason: making.reason, endedAt: momentText(end) }),
  };
  await enterResult(
    making,
    made,
    { ...common, testStatus: state, step: 'discharge', parts, socStart: soc[0]![1] },
    { ...common, status: state },
  );
}

/** The counters of the converter, in kWh. */
export type Counters = Pick<BenchState, 'charged' | 'discharged'>;

/** Creates the past tests of a bench with the same cabinet. Returns its counters after the tests. */
export async function seedFinishedTests(
  making: Making,
  stationSn: string,
  { cabinet, endings }: { cabinet: Cabinet; endings: readonly Ending[] },
): Promise<Counters> {
  const { parts, asked } = making;
  const tests = simulateTests(asked.now, endings);
  await fillBench(parts, asked, stationSn, tests);
  for (const [at, tested] of tests.entries()) {
    const ending = endings[at]!;
    if (ending === 'suspended' || ending === 'terminated')
      await enterStopped(making, cabinet, tested, ending);
    else await enterFinished(making, cabinet, tested);
  }
  const { charge, discharge } = tests.at(-1)!.points;
  return { charged: charge.at(-1)![1], discharged: discharge.at(-1)![1] };
}
