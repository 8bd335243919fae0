/** Devices at the test benches of the demo, and their tests: planned, finished, and a suspended one at each. One runs. */
import { trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { findPeople, type Person } from '../business/sellers.ts';
import { makerFor, type SalesAsked } from '../maker.ts';
import { demoStations } from '../sites/sites.ts';
import {
  type BenchParts,
  benchDevice,
  makeBench,
  RATED_ENERGY,
  RATED_POWER,
  RUNNING_BENCH,
} from './bench.ts';
import { type Cabinet, seedFinishedTests } from './finishedTests.ts';
import { seedRunningTest } from './runningTest.ts';

const KIND = { factoryTest: 'full', strategyType: 'constantPower', chargeDischargeCapacity: 'half' };
const CYCLE = { serviceType: 'cycle', strategyType: 'constantPower', power: RATED_POWER };
const CHECKS = { contactOk: true, alarmsOk: true, socOk: true, temperatureOk: true, stopOk: true };

const WORDS = {
  device: { zh: '储能柜', en: 'Cabinet' },
  test: { zh: '出厂全项试验', en: 'Complete factory test' },
  cycle: { zh: '0.5 C 充放循环', en: 'Cycle at 0.5 C' },
  reason: { zh: '柜体返工，另行安排', en: 'The cabinet goes back to the line' },
} as const;

/** The stages of the tests: only planned, checked by one user, suspended, or terminated. */
const TESTS = ['planned', 'checked', 'suspended', 'terminated'] as const;
type Stage = (typeof TESTS)[number] | 'running';

const stagesOf = (stationSn: string): readonly Stage[] =>
  stationSn === RUNNING_BENCH.stationSn ? [...TESTS, 'running'] : TESTS;
/** Stations with a cabinet that was too weak, one for each tenant. */
const WEAK_STATIONS: readonly string[] = ['SZ01', 'ADL01'];

interface Work {
  parts: BenchParts;
  asked: SalesAsked;
  first: Person;
  second: Person;
}

async function seedTest({ parts, asked, first }: Work, deviceId: unknown, stage: Stage): Promise<void> {
  // `seedCourse` creates the tests that have a course.
  if (stage === 'suspended' || stage === 'running') return;
  const { lang } = asked;
  const maker = makerFor(parts, asked, first);
  const { id } = await maker.make('factoryTestRecord', { ...KIND, name: WORDS.test[lang], deviceId });
  await maker.make('chargeDischargeRecord', { ...CYCLE, recordId: id, name: WORDS.cycle[lang] });
  if (stage === 'terminated') {
    await maker.move('factoryTestRecord', id, 'terminate', { reason: WORDS.reason[lang] });
    return;
  }
  if (stage === 'checked') await maker.move('factoryTestRecord', id, 'check', CHECKS);
}

/**
 * Creates the suspended test of the third cabinet of a bench, and the finished tests of the fourth. The fifth cabinet,
 * if there is one, is under test now.
 */
async function seedCourse(work: Work, stationSn: string, devices: readonly unknown[]): Promise<void> {
  const { lang } = work.asked;
  const cabinet = (place: number): Cabinet => ({
    ...{ deviceId: devices[place], testName: WORDS.test[lang], runName: WORDS.cycle[lang] },
  });
  const making = { ...work, kind: KIND, checks: CHECKS };
  const counters = await seedFinishedTests(making, stationSn, {
    ...{ tested: cabinet(3), suspended: cabinet(2), isWeak: WEAK_STATIONS.includes(stationSn) },
  });
  if (devices.length > TESTS.length) await seedRunningTest(making, cabinet(TESTS.length), counters);
}

/** Creates tests at the bench of a station, of cabinets that are made for it and not delivered yet. */
async function seedBench(work: Work, stationSn: string): Promise<void> {
  const { parts, asked, first } = work;
  const stages = stagesOf(stationSn);
  const cabinets = await parts.db.tenant(asked.tenantId, (trx) =>
    trxAny(trx)
      .selectFrom('product')
      .select(['id', 'sn'])
      .where('kind', '=', 'cabinet')
      .where('sn', 'like', `${stationSn}-%`)
      .where('deliveredOn', 'is', null)
      .orderBy('id')
      .limit(stages.length)
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
    await seedTest(work, id, stages[at]!);
  }
  if (devices.length === stages.length) await seedCourse(work, stationSn, devices);
}

/** Creates the tests of one tenant, at each of its stations. It creates none without two users. */
export async function seedFactoryTests(parts: BenchParts, asked: SalesAsked): Promise<void> {
  const { tenantId } = asked;
  const [first, second] = await parts.db.tenant(tenantId, async (trx) => [
    ...(await findPeople(trx, tenantId, 'engineering')),
    ...(await findPeople(trx, tenantId, 'administrator')),
  ]);
  if (!first || !second) return;
  for (const station of demoStations.filter((one) => one.tenantId === tenantId))
    await seedBench({ parts, asked, first, second }, station.site.sn);
}
