/** Creates the demo's strategies by users' calls, and adds the controller's history of past weeks. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS as DAY } from '../../runtime/core/time/timeWindow.ts';
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { readRatings } from '../../server/sites/strategies/limits.ts';
import type { Plan } from '../../server/sites/strategies/plan.ts';
import type { StrategyRow } from '../../server/sites/strategies/store.ts';
import { findPeople, type Person } from '../business/sellers.ts';
import { agreeAsked, dayOf, makerFor, type Parts, type SeedContext } from '../maker.ts';
import type { SiteSpec } from '../simulator/site.ts';
import { steerPast } from '../simulator/steerPast.ts';
import { demoStations } from './sites.ts';
import { STRATEGIES, TEMPLATES } from './strategySeeds.ts';

/** Number of past days with decisions. */
const PAST_DAYS = 60;
const LINES_AT_ONCE = 400;

/** Writes the controller's decisions for the simulated site, day by day. */
async function seedPast(
  { db }: Parts,
  { tenantId, now, signal }: SeedContext,
  { row, site }: { row: Row; site: SiteSpec },
): Promise<void> {
  const known = row as unknown as Plan & Pick<StrategyRow, 'id' | 'limits'>;
  const place = { tenantId, stationSn: site.sn, deviceSn: `${site.sn}-PCS` };
  const [ratings] = await db.tenant(tenantId, (trx) => readRatings(trx, [place]));
  const all = { tenantId, stationSn: site.sn, configId: row.id, kind: row.kind };
  const waiting: Row[] = [];
  const write = (): Promise<unknown> =>
    db.tenant(tenantId, (trx) =>
      trxAny(trx).insertInto('strategyHistory').values(waiting.splice(0)).execute(),
    );
  for (const lines of steerPast(site, known, ratings!, { days: PAST_DAYS, now })) {
    signal.throwIfAborted();
    waiting.push(...lines.map((line) => ({ ...all, ...line })));
    if (waiting.length >= LINES_AT_ONCE) await write();
    // Other requests are served between the days.
    await nextTurn();
  }
  if (waiting.length > 0) await write();
}

/**
 * Creates the strategies of one tenant. Creates none without a user who may create them and a second user to approve.
 */
export async function seedStrategies(parts: Parts, context: SeedContext): Promise<void> {
  const { tenantId, lang, now } = context;
  const [engineer] = await parts.db.tenant(tenantId, async (trx) => [
    ...(await findPeople(trx, tenantId, 'engineering')),
    ...(await findPeople(trx, tenantId, 'administrator')),
  ]);
  if (!engineer) return;
  const as = (person: Person) => makerFor(parts, context, person);
  const maker = as(engineer);
  const templates = new Map<string, unknown>();
  for (const { key, name, plan } of TEMPLATES)
    templates.set(key, (await maker.make('strategyTemplate', { name: name[lang], ...plan })).id);
  for (const { site } of demoStations.filter((station) => station.tenantId === tenantId))
    for (const seed of STRATEGIES.filter(({ stationSn }) => stationSn === site.sn)) {
      const row = await maker.make('strategyConfig', {
        ...{ name: seed.name[lang], stationSn: site.sn, templateId: templates.get(seed.template) },
        ...{ deviceSn: `${site.sn}-PCS`, batterySn: `${site.sn}-BAT`, meterSn: `${site.sn}-METER` },
        ...{ startDate: dayOf(now - PAST_DAYS * DAY), ...seed.body },
      });
      if (seed.reached === 'draft') continue;
      await maker.move('strategyConfig', row.id, 'validate');
      await maker.submit('strategyConfig', row.id);
      if (seed.reached === 'approving') continue;
      await agreeAsked({ parts, tenantId, as }, 'strategyConfig', row.id);
      await seedPast(parts, context, { row, site });
      await maker.move('strategyConfig', row.id, 'issue');
    }
}
