/**
 * The finished factory tests of the demo, and a suspended one. They are simulated at the bench and judged as the server
 * does.
 */
import type { Values } from '../../runtime/core/rules/rule.ts';
import type { Services } from '../../server/engine/context.ts';
import { platformSession } from '../../server/engine/time/platformStep.ts';
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import type { Points } from '../../server/sites/factoryTests/evaluate.ts';
import { carryState } from '../../server/sites/factoryTests/hooks.ts';
import { closed, type RunPlan } from '../../server/sites/factoryTests/procedure.ts';
import { makeToken } from '../../server/sites/telemetry/catalog/deviceToken.ts';
import type { Person } from '../business/sellers.ts';
import { DAY_MS, makerFor, type Parts, type SalesAsked } from '../maker.ts';
import { fillSeries } from '../sites/fillSeries.ts';
import { evaluateTest, simulateTest, type Tested } from './testBench.ts';

export type BenchParts = Parts & Pick<Services, 'telemetry'>;

const HOUR_MS = 3_600_000;
const DAYS_APART = 6;
/** Energy that the cabinets deliver, in kWh. The rated energy is 215 kWh. The last test is the suspended one. */
const CAPACITIES = [219, 217.5, 218.6, 218] as const;
const WEAK = 208;
const WEAK_AT = 1;

export const RATED_POWER = 100;
export const RATED_ENERGY = 215;

export const PLAN: RunPlan = {
  ...{ serviceType: 'cycle', strategyType: 'constantPower', power: RATED_POWER, ratedEnergy: RATED_ENERGY },
  ...{ socFrom: 0, socTo: 100, restMinutes: 30, shippingSoc: 30, temperatureMin: 0, temperatureMax: 50 },
};

const WORDS = {
  pcs: { zh: '试验台变流器', en: 'Test bench converter' },
  battery: { zh: '试验台电池接口', en: 'Test bench battery' },
} as const;

/** Variables of the bench, with the source of their points and with their names. */
const VARIABLES = [
  ['pcs', 'power', 'power', 'kW', 'gauge', 1, { zh: '功率', en: 'Power' }],
  ['pcs', 'chargeEnergy', 'charge', 'kWh', 'counter', 3, { zh: '充电电量', en: 'Charged energy' }],
  ['pcs', 'dischargeEnergy', 'discharge', 'kWh', 'counter', 3, { zh: '放电电量', en: 'Discharged energy' }],
  ['pcs', 'auxiliaryPower', 'auxiliary', 'kW', 'gauge', 1, { zh: '辅助功率', en: 'Auxiliary power' }],
  ['battery', 'soc', 'soc', '%', 'gauge', 1, { zh: '荷电状态', en: 'State of charge' }],
  [
    'battery',
    'cellVoltageMax',
    'cellVoltageMax',
    'V',
    'gauge',
    3,
    { zh: '单体最高电压', en: 'Highest cell voltage' },
  ],
  [
    'battery',
    'cellVoltageMin',
    'cellVoltageMin',
    'V',
    'gauge',
    3,
    { zh: '单体最低电压', en: 'Lowest cell voltage' },
  ],
  [
    ...(['battery', 'cellTemperatureMax', 'cellTemperatureMax', '°C', 'gauge', 1] as const),
    { zh: '单体最高温度', en: 'Highest cell temperature' },
  ],
  [
    ...(['battery', 'cellTemperatureMin', 'cellTemperatureMin', '°C', 'gauge', 1] as const),
    { zh: '单体最低温度', en: 'Lowest cell temperature' },
  ],
] as const;

export const benchDevice = (stationSn: string, type: 'pcs' | 'battery'): string =>
  `${stationSn}-TB-${type === 'pcs' ? 'PCS' : 'BAT'}`;

/** Makes the devices of the bench. They are switched on only during a test, so their silence is no fault. */
export async function makeBench(
  { db, vault }: BenchParts,
  { tenantId, lang }: SalesAsked,
  stationSn: string,
) {
  await db.tenant(tenantId, async (trx) => {
    const any = trxAny(trx);
    for (const type of ['pcs', 'battery'] as const)
      await any
        .insertInto('device')
        .values({
          ...{ tenantId, sn: benchDevice(stationSn, type), name: WORDS[type][lang], type, stationSn },
          ...{ autoVariables: false, simulated: true, enabled: false },
          ...makeToken(vault, tenantId).stored,
        })
        .execute();
    for (const [type, code, , unit, kind, decimals, name] of VARIABLES) {
      const deviceSn = benchDevice(stationSn, type);
      await any
        .insertInto('deviceVariable')
        .values({
          ...{ tenantId, sn: `${deviceSn}-${code}`, deviceSn, code, name: name[lang], unit, decimals, kind },
          dataType: 'number',
        })
        .execute();
    }
  });
}

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
  const series = VARIABLES.map(([type, code, of]) => {
    const points = tests.flatMap(({ points, soc }) => (of === 'soc' ? soc : points[of as keyof Points]));
    const [times, values] = [0, 1].map((place) => Float64Array.from(points, (point) => point[place]!));
    return [`${benchDevice(stationSn, type)}-${code}`, { times: times!, values: values! }] as const;
  });
  await fillSeries(parts)(tenantId, new Map(series));
}

export interface Cabinet {
  deviceId: unknown;
  testName: string;
  runName: string;
}

interface Making {
  parts: BenchParts;
  asked: SalesAsked;
  first: Person;
  second: Person;
  kind: Values;
  checks: Values;
}

const text = (moment: number): string => new Date(moment).toISOString();

/** Makes a test that two users confirmed, with its run. */
async function makeTest({ parts, asked, first, second, kind, checks }: Making, cabinet: Cabinet) {
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

async function enterResult(
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
  const times = { startedAt: tested.parts[0]!.from, endedAt: text(tested.end) };
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

/**
 * Creates the tests of a bench. Those of the tested cabinet are over, and the test of the other cabinet is suspended.
 */
export async function seedFinishedTests(
  making: Making,
  stationSn: string,
  { tested, suspended, isWeak }: { tested: Cabinet; suspended: Cabinet; isWeak: boolean },
): Promise<void> {
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
}
