/** Makes the strategies of the demo as people make them, and the lines of the last weeks that they would have left. */
import { DAY_MS as DAY, zoneOffset } from '../../runtime/core/timeWindow.ts';
import { type Row, trxAny } from '../platform/db/anyTable.ts';
import { minuteOf } from '../sites/energy/priceClock.ts';
import { type Block, blockAt } from '../sites/strategies/plan.ts';
import { agreeAsked, dayOf, makerFor, type Parts, type SalesAsked } from './maker.ts';
import { findPeople, type Person } from './sellers.ts';
import { demoStations } from './sites.ts';
import { STRATEGIES, TEMPLATES } from './strategySeeds.ts';

/** So many days of the past have lines. */
const PAST_DAYS = 60;
const MINUTE_MS = 60_000;
/** A strategy without a grid is shown with a change each four hours. */
const HOURS: Block[] = [0, 4, 8, 12, 16, 20].map((hour, index) => ({
  start: `${String(hour).padStart(2, '0')}:00`,
  end: `${String(hour + 4).padStart(2, '0')}:00`,
  power: [-120, -40, 60, 0, 150, 80][index]!,
}));
/** Each so many lines a limit had its say. */
const LIMITED_EVERY = 9;
const LIMITS = ['soc', 'demand', 'cellTemperature'] as const;

/** The lines of one strategy: one where each block began. */
function pastLines(row: Row, zone: string, now: number): Row[] {
  const blocks = (row.blocks as Block[] | null) ?? HOURS;
  const midnight = Math.floor((now + zoneOffset(now, zone)) / DAY) * DAY - zoneOffset(now, zone);
  const lines: Row[] = [];
  for (let ago = PAST_DAYS; ago >= 1; ago -= 1)
    for (const { start } of blocks) {
      const { power } = blocks[blockAt(blocks, minuteOf(start))]!;
      const place = lines.length;
      const limited = place % LIMITED_EVERY === LIMITED_EVERY - 1 && power !== 0;
      lines.push({
        ...{ tenantId: row.tenantId, stationSn: row.stationSn, configId: row.id, kind: row.kind },
        at: new Date(midnight - ago * DAY + minuteOf(start) * MINUTE_MS + 5_000).toISOString(),
        event: limited ? 'limit' : 'decision',
        ...{ wish: power, power: limited ? Math.round(power / 3) : power, status: 'acknowledged' },
        limit: limited ? LIMITS[place % LIMITS.length] : 'strategy',
        soc: 20 + ((place * 13) % 65),
        grid: 240 + ((place * 37) % 320),
        measured: power,
      });
    }
  return lines;
}

const LINES_AT_ONCE = 400;

async function seedPast({ db }: Parts, { tenantId, now }: SalesAsked, row: Row, zone: string): Promise<void> {
  const lines = pastLines(row, zone, now);
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
    await db.tenant(tenantId, (trx) =>
      trxAny(trx)
        .insertInto('strategyHistory')
        .values(lines.slice(from, from + LINES_AT_ONCE))
        .execute(),
    );
}

/** Strategies of one tenant; nothing where nobody could make them, or nobody else agree. */
export async function seedStrategies(parts: Parts, asked: SalesAsked): Promise<void> {
  const { tenantId, lang, now } = asked;
  const [engineer] = await parts.db.tenant(tenantId, async (trx) => [
    ...(await findPeople(trx, tenantId, 'engineering')),
    ...(await findPeople(trx, tenantId, 'administrator')),
  ]);
  if (!engineer) return;
  const as = (person: Person) => makerFor(parts, asked, person);
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
      await seedPast(parts, asked, row, site.zone);
      await maker.move('strategyConfig', row.id, 'issue');
    }
}
