/** Devices at the test benches of the demo, and their tests: finished and planned ones, a suspended one, and one that runs. */
import { trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { findPeople, type Person } from '../business/sellers.ts';
import { makerFor, type SeedContext } from '../maker.ts';
import { demoStations } from '../sites/sites.ts';
import {
  type BenchParts,
  benchDevice,
  makeBench,
  RATED_ENERGY,
  RATED_POWER,
  RUNNING_BENCH,
} from './bench.ts';
import { type Cabinet, type Ending, seedFinishedTests } from './finishedTests.ts';
import { seedRunningTest } from './runningTest.ts';

const KIND = { factoryTest: 'full', strategyType: 'constantPower', chargeDischargeCapacity: 'half' };
const CYCLE = { serviceType: 'cycle', strategyType: 'constantPower', power: RATED_POWER };
const CHECKS = { contactOk: true, alarmsOk: true, socOk: true, temperatureOk: true, stopOk: true };

const WORDS = {
  device: { zh: '储能柜', en: 'Cabinet' },
  test: { zh: '出厂全项试验', en: 'Complete factory test' },
  cycle: { zh: '0.5 C 充放循环', en: 'Cycle at 0.5 C' },
  reason: { zh: '柜体返工，另行安排', en: 'The cabinet is reworked and tested later' },
} as const;

interface BenchPlan {
  /** The ends of its past tests, the oldest first. */
  ended: readonly Ending[];
  /** The state of the last test, if it is not finished. */
  open?: 'suspended' | 'running';
  /** A test that has not begun: planned, or checked by one user. */
  waiting: 'planned' | 'checked';
}

const PASSED = ['passed', 'passed', 'passed'] as const;
const BENCHES: Readonly<Record<string, BenchPlan>> = {
  [RUNNING_BENCH.stationSn]: { ended: ['passed', 'failed', 'passed'], open: 'running', waiting: 'checked' },
  TLF02: { ended: PASSED, waiting: 'planned' },
  PG03: { ended: PASSED, open: 'suspended', waiting: 'planned' },
  ADL01: { ended: ['passed', 'terminated', 'passed'], waiting: 'checked' },
};

interface Work {
  parts: BenchParts;
  asked: SeedContext;
  first: Person;
  second: Person;
}

async function seedWaiting(
  { parts, asked, first }: Work,
  deviceId: unknown,
  stage: BenchPlan['waiting'],
): Promise<void> {
  const { lang } = asked;
  const maker = makerFor(parts, asked, first);
  const { id } = await maker.make('factoryTestRecord', { ...KIND, name: WORDS.test[lang], deviceId });
  await maker.make('chargeDischargeRecord', { ...CYCLE, recordId: id, name: WORDS.cycle[lang] });
  if (stage === 'checked') await maker.move('factoryTestRecord', id, 'check', CHECKS);
}

/** Creates the tests of a bench. A device has at most one open test, so the waiting test uses a second device. */
async function seedCourse(
  work: Work,
  stationSn: string,
  { ended, open, waiting }: BenchPlan,
  devices: readonly unknown[],
): Promise<void> {
  const { lang } = work.asked;
  const [deviceId] = devices;
  const cabinet: Cabinet = { deviceId, testName: WORDS.test[lang], runName: WORDS.cycle[lang] };
  const making = { ...work, kind: KIND, checks: CHECKS, reason: WORDS.reason[lang] };
  const endings = open === 'suspended' ? [...ended, open] : ended;
  const counters = await seedFinishedTests(making, stationSn, { cabinet, endings });
  if (open === 'running') await seedRunningTest(making, cabinet, counters);
  await seedWaiting(work, devices.at(-1), waiting);
}

/** Creates tests at the bench of a station. Their cabinets are new and not delivered yet. */
async function seedBench(work: Work, stationSn: string): Promise<void> {
  const plan = BENCHES[stationSn];
  if (!plan) return;
  const { parts, asked, first } = work;
  const needed = plan.open ? 2 : 1;
  const cabinets = await parts.db.tenant(asked.tenantId, (trx) =>
    trxAny(trx)
      .selectFrom('product')
      .select(['id', 'sn'])
      .where('kind', '=', 'cabinet')
      .where('sn', 'like', `${stationSn}-%`)
      .where('deliveredOn', 'is', null)
      .orderBy('id')
      .limit(needed)
      .execute(),
  );
  const maker = makerFor(parts, asked, first);
  const devices: unknown[] = [];
  await makeBench(parts, asked, stationSn);
  const bench = { deviceSn: benchDevice(stationSn, 'pcs'), batterySn: benchDevice(stationSn, 'battery') };
  for (const [at, { id: productId, sn }] of cabinets.entries()) {
    const { id } = await maker.make('factoryTestDevice', {
      ...{ sn, name: `${WORDS.device[asked.lang]} ${at + 1}`, productId, stationSn },
      ...bench,
      ...{ ratedPower: RATED_POWER, ratedEnergy: RATED_ENERGY },
    });
    devices.push(id);
  }
  if (devices.length === needed) await seedCourse(work, stationSn, plan, devices);
}

/** Creates the tests of one tenant, at each of its stations. Creates none if the tenant has fewer than two users. */
export async function seedFactoryTests(parts: BenchParts, asked: SeedContext): Promise<void> {
  const { tenantId } = asked;
  const [first, second] = await parts.db.tenant(tenantId, async (trx) => [
    ...(await findPeople(trx, tenantId, 'engineering')),
    ...(await findPeople(trx, tenantId, 'administrator')),
  ]);
  if (!first || !second) return;
  for (const station of demoStations.filter((one) => one.tenantId === tenantId))
    await seedBench({ parts, asked, first, second }, station.site.sn);
}
