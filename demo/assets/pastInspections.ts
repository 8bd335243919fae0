/** A year of past inspections: their due dates, their results, and copies of inspections that users carried out. */
import { sql } from 'kysely';
import type { Row } from '../../server/platform/db/tables/anyTable.ts';
import { DAY_MS, dayOf, type Parts, type SeedContext } from '../maker.ts';

type PastKind = 'clean' | 'bad' | 'missed' | 'recheck';

export interface PastInspection {
  ago: number;
  kind: PastKind;
  /** Index of the inspection among all inspections of the tenant. */
  place: number;
}

interface Series {
  /** Days since the last inspection, and days between two inspections. */
  first: number;
  every: number;
}

const YEAR_DAYS = 371;
/** Inspections up to this age are still to be checked, or were returned. */
const FRESH_DAYS = 4;
const RETURNED_DAYS = 30;
const MINUTE_MS = 60_000;
/**
 * `[every, at]`: in each group of `every` inspections, the one at index `at` is missed, has a failed item, or is
 * returned.
 */
const MISSED_EVERY = [34, 20] as const;
const BAD_EVERY = [13, 5] as const;
const RETURNED_EVERY = [7, 0] as const;

const isEach = (place: number, [every, at]: readonly [number, number]): boolean => place % every === at;

export const isFresh = ({ ago }: Pick<PastInspection, 'ago'>): boolean => ago <= FRESH_DAYS;

/** Returns the inspections of the year for each series, the newest first. Pure. */
export function listPast(series: readonly Series[]): PastInspection[][] {
  let place = -1;
  let recent = -1;
  const kindOf = (ago: number): PastKind => {
    place += 1;
    if (ago <= RETURNED_DAYS) recent += 1;
    if (isEach(place, MISSED_EVERY)) return 'missed';
    if (ago <= RETURNED_DAYS && isEach(recent, RETURNED_EVERY)) return 'recheck';
    return isEach(place, BAD_EVERY) ? 'bad' : 'clean';
  };
  return series.map(({ first, every }) => {
    const count = Math.max(0, Math.floor((YEAR_DAYS - first) / every) + 1);
    return Array.from({ length: count }, (_, at) => {
      const ago = first + at * every;
      return { ago, kind: kindOf(ago), place };
    });
  });
}

interface PastTimes {
  begun: string;
  finished: string;
}

/** Returns when an inspection of a past day was carried out. */
export function timesOn({ now }: Pick<SeedContext, 'now'>, ago: number, minutes: number): PastTimes {
  const begun = Date.parse(`${dayOf(now - ago * DAY_MS)}T01:30:00Z`);
  const text = (time: number): string => new Date(Math.min(time, now)).toISOString();
  return { begun: text(begun), finished: text(begun + minutes * MINUTE_MS) };
}

/** Values of copies differ by one of these factors, and stay within their limits. */
const FACTORS = [0.99, 1, 1.01] as const;

/** Copies a passed inspection to other days. Missed inspections have no results. */
export async function copyInspections(
  parts: Pick<Parts, 'db'>,
  context: SeedContext,
  { id, minutes }: { id: Row['id']; minutes: number },
  past: readonly PastInspection[],
): Promise<void> {
  if (past.length === 0) return;
  const times = past.map(({ ago }) => timesOn(context, ago, minutes));
  const days = past.map(({ ago }) => dayOf(context.now - ago * DAY_MS));
  const missed = past.map(({ kind }) => kind === 'missed');
  await parts.db.tenant(context.tenantId, async (trx) => {
    const { rows } = await sql<{ id: number; missed: boolean }>`
      insert into inspection
        (tenant_id, created_by, created_at, updated_by, updated_at, version, label_pinyin, name, plan_id, station_sn,
         template_id, device_sn, day, user_id, helpers, leader_id, state, late, round, started_at, finished_at,
         item_count, open_count, bad_count, summary, photos, device_code, signature)
      select p.tenant_id, p.created_by, d.begun - interval '1 hour', p.updated_by, d.finished, p.version,
             p.label_pinyin, p.name, p.plan_id, p.station_sn, p.template_id, p.device_sn, d.day, p.user_id, p.helpers,
             p.leader_id, case when d.missed then 'missed' else p.state end, d.missed, p.round,
             case when not d.missed then d.begun end, case when not d.missed then d.finished end, p.item_count,
             case when d.missed then p.item_count else p.open_count end, p.bad_count,
             case when not d.missed then p.summary end, case when not d.missed then p.photos end,
             case when not d.missed then p.device_code end, case when not d.missed then p.signature end
        from inspection p
       cross join unnest(${days}::date[], ${missed}::bool[], ${times.map(({ begun }) => begun)}::timestamptz[],
                         ${times.map(({ finished }) => finished)}::timestamptz[]) as d(day, missed, begun, finished)
       where p.id = ${id}
      returning id, state = 'missed' as missed`.execute(trx);
    const factors = rows.map((_, at) => FACTORS[at % FACTORS.length]);
    await sql`
      insert into inspection_item
        (tenant_id, created_by, created_at, updated_by, updated_at, version, label_pinyin, part, name, kind, unit,
         lower, upper, standard, photo, limits, value, result, verdict, photos, inspection_id, position)
      select i.tenant_id, i.created_by, n.created_at, i.updated_by, n.updated_at, i.version, i.label_pinyin, i.part,
             i.name, i.kind, i.unit, i.lower, i.upper, i.standard, i.photo, i.limits,
             case when not c.missed then round((i.value * c.factor)::numeric, 1) end,
             case when not c.missed then i.result end, case when not c.missed then i.verdict end,
             case when not c.missed then i.photos end, n.id, i.position
        from unnest(${rows.map((row) => row.id)}::int8[], ${factors}::float8[], ${rows.map((row) => row.missed)}::bool[])
             as c(id, factor, missed)
        join inspection n on n.id = c.id
       cross join inspection_item i
       where i.inspection_id = ${id}`.execute(trx);
  });
}
