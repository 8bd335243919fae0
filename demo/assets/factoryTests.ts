/** Devices at the test bench of the demo, and the tests that are planned for them. */
import { trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { findPeople, type Person } from '../business/sellers.ts';
import { makerFor, type Parts, type SalesAsked } from '../maker.ts';
import { demoStations } from '../sites/sites.ts';

const RATED_POWER = 100;
const RATED_ENERGY = 215;
const KIND = { factoryTest: 'full', strategyType: 'constantPower', chargeDischargeCapacity: 'half' };
const CYCLE = { serviceType: 'cycle', strategyType: 'constantPower', power: RATED_POWER };
const CHECKS = { contactOk: true, alarmsOk: true, socOk: true, temperatureOk: true, stopOk: true };

const WORDS = {
  device: { zh: '储能柜', en: 'Cabinet' },
  test: { zh: '出厂全项试验', en: 'Complete factory test' },
  cycle: { zh: '0.5 C 充放循环', en: 'Cycle at 0.5 C' },
  reason: { zh: '柜体返工，另行安排', en: 'The cabinet goes back to the line' },
} as const;

/** The stages of the tests: only planned, checked by one user, confirmed by two, or terminated. */
const TESTS = ['planned', 'checked', 'confirmed', 'terminated'] as const;

interface Work {
  parts: Parts;
  asked: SalesAsked;
  first: Person;
  second: Person;
}

async function seedTest(
  { parts, asked, first, second }: Work,
  deviceId: unknown,
  stage: (typeof TESTS)[number],
): Promise<void> {
  const { lang } = asked;
  const maker = makerFor(parts, asked, first);
  const { id } = await maker.make('factoryTestRecord', { ...KIND, name: WORDS.test[lang], deviceId });
  await maker.make('chargeDischargeRecord', { ...CYCLE, recordId: id, name: WORDS.cycle[lang] });
  if (stage === 'terminated') {
    await maker.move('factoryTestRecord', id, 'terminate', { reason: WORDS.reason[lang] });
    return;
  }
  if (stage === 'planned') return;
  await maker.move('factoryTestRecord', id, 'check', CHECKS);
  if (stage === 'confirmed')
    await makerFor(parts, asked, second).move('factoryTestRecord', id, 'confirmCheck');
}

/** Tests at the bench of a station, of cabinets that are made for it and not delivered yet. */
async function seedBench(work: Work, stationSn: string): Promise<void> {
  const { parts, asked, first } = work;
  const cabinets = await parts.db.tenant(asked.tenantId, (trx) =>
    trxAny(trx)
      .selectFrom('product')
      .select(['id', 'sn'])
      .where('kind', '=', 'cabinet')
      .where('sn', 'like', `${stationSn}-%`)
      .where('deliveredOn', 'is', null)
      .orderBy('id')
      .limit(TESTS.length)
      .execute(),
  );
  const maker = makerFor(parts, asked, first);
  for (const [at, { id: productId, sn }] of cabinets.entries()) {
    const { id } = await maker.make('factoryTestDevice', {
      ...{ sn, name: `${WORDS.device[asked.lang]} ${at + 1}`, productId, stationSn },
      ...{ ratedPower: RATED_POWER, ratedEnergy: RATED_ENERGY },
    });
    await seedTest(work, id, TESTS[at]!);
  }
}

/** Tests of one tenant, at each of its stations; none without two people. */
export async function seedFactoryTests(parts: Parts, asked: SalesAsked): Promise<void> {
  const { tenantId } = asked;
  const [first, second] = await parts.db.tenant(tenantId, async (trx) => [
    ...(await findPeople(trx, tenantId, 'engineering')),
    ...(await findPeople(trx, tenantId, 'administrator')),
  ]);
  if (!first || !second) return;
  for (const station of demoStations.filter((one) => one.tenantId === tenantId))
    await seedBench({ parts, asked, first, second }, station.site.sn);
}
