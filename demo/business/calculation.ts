/** Calculation areas of the demo, with months that are audited, returned and submitted. */
import { makerFor, monthBefore, type Parts, type SeedContext } from '../maker.ts';
import { AREAS, type AreaSeed, MONTHS, type MonthEnd, RETURN_NOTE } from './calculationSeeds.ts';
import { findPeople, type Person } from './sellers.ts';

/** Number of users who fill in an area. */
const FILLERS = 3;
/** Share by which an amount changes from month to month. */
const DRIFT = 0.04;

interface Ground {
  parts: Parts;
  asked: SeedContext;
  auditor: Person;
  fillers: readonly Person[];
}

interface Area {
  id: unknown;
  seed: AreaSeed;
  itemIds: readonly unknown[];
}

async function makeArea({ parts, asked, auditor, fillers }: Ground, seed: AreaSeed): Promise<Area> {
  const { lang } = asked;
  const area = await makerFor(parts, asked, auditor).make('calcArea', {
    ...{ name: seed.name[lang], content: seed.content[lang], leaderId: fillers[0]?.id },
    items: seed.items.map(({ name, negative = false }) => ({ name: name[lang], negative })),
    users: fillers.map(({ id }) => ({ userId: id })),
  });
  const items = await parts.db.tenant(asked.tenantId, (trx) =>
    trx
      .selectFrom('calcItem')
      .select('id')
      .where('areaId', '=', Number(area.id))
      .orderBy('position')
      .execute(),
  );
  return { id: area.id, seed, itemIds: items.map(({ id }) => id) };
}

async function makeMonth(
  { parts, asked, auditor, fillers }: Ground,
  { id, seed, itemIds }: Area,
  { month, end, at }: { month: string; end: MonthEnd; at: number },
): Promise<void> {
  const filler = fillers[at % fillers.length] ?? auditor;
  const [own, audit] = [makerFor(parts, asked, filler), makerFor(parts, asked, auditor)];
  const data = await own.make('calcData', {
    ...{ areaId: id, month },
    values: seed.items.map(({ amount }, place) => ({
      itemId: itemIds[place],
      value: (amount * (1 + DRIFT * ((at + place) % 3))).toFixed(2),
    })),
  });
  if (end === 'open') return;
  await own.move('calcData', data.id, 'present');
  if (end === 'audited') await audit.move('calcData', data.id, 'audit');
  if (end === 'returned')
    await audit.move('calcData', data.id, 'sendBack', { returnNote: RETURN_NOTE[asked.lang] });
}

/** Creates the areas of one tenant. Creates none without a second person to audit. */
export async function seedCalculation(parts: Parts, asked: SeedContext): Promise<void> {
  const { tenantId, now } = asked;
  const [engineers, operators, finance, heads] = await parts.db.tenant(tenantId, async (trx) => [
    await findPeople(trx, tenantId, 'engineering'),
    await findPeople(trx, tenantId, 'operator'),
    await findPeople(trx, tenantId, 'finance'),
    await findPeople(trx, tenantId, 'administrator'),
  ]);
  const auditor = finance[0] ?? heads[0];
  const fillers = [...engineers, ...operators].filter(({ id }) => id !== auditor?.id).slice(0, FILLERS);
  if (!auditor || fillers.length === 0) return;
  const ground = { parts, asked, auditor, fillers };
  for (const [place, seed] of AREAS.entries()) {
    const area = await makeArea(ground, seed);
    const ends = MONTHS[place] ?? [];
    for (const [at, end] of ends.entries())
      await makeMonth(ground, area, { month: monthBefore(now, ends.length - at).slice(0, 7), end, at });
  }
}
