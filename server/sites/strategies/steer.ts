/**
 * Steers the batteries of stations: for each it decides a set point, sends it by the one way of remote control, follows
 * what the device answers, and notes what happened. A step that is repeated sends nothing twice.
 */
import { isoLocal } from '../../../runtime/core/timeWindow.ts';
import { PLAIN_WEEK, type WorkCalendar } from '../../../runtime/core/workDays.ts';
import { readCalendar } from '../../engine/time/calendar.ts';
import { type Candidate, chooseStrategy, overAs } from './choose.ts';
import { readRatings } from './limits.ts';
import { readMeasured } from './measured.ts';
import type { Plan } from './plan.ts';
import { logFailed, type SettleParts, settleOutcomes } from './settle.ts';
import { instant, type Outcome, type Steering, standsNow, stepStrategy } from './step.ts';
import { readStrategies, type StrategyRow } from './store.ts';

export type SteerParts = SettleParts;

const DATE_LENGTH = 'YYYY-MM-DD'.length;

const IDLE: Plan = {
  ...{ kind: 'idle', blocks: null, power: null, peakPower: null, chargeBelow: null, exportPower: null },
};

export const stationKey = ({ tenantId, stationSn }: Pick<StrategyRow, 'tenantId' | 'stationSn'>): string =>
  `${tenantId} ${stationSn}`;

const dayOf = (ts: number, zone: string): string => isoLocal(ts, zone).slice(0, DATE_LENGTH);

const candidateOf = (row: StrategyRow): Candidate & { row: StrategyRow } => ({
  ...row,
  row,
  issuedAt: instant(row.issuedAt),
  issuedDay: dayOf(instant(row.issuedAt), row.zone),
});

/** The strategy to carry out at a station now, those that end, and those that only left a set point behind. */
function planStation(rows: readonly StrategyRow[], now: number, calendar: WorkCalendar) {
  const day = dayOf(now, rows[0]!.zone);
  const candidates = rows.map(candidateOf);
  const chosen = chooseStrategy(candidates, day, calendar);
  const over = candidates.flatMap((candidate) => {
    const as = overAs(candidate, day, candidate === chosen);
    return as ? [{ row: candidate.row, as }] : [];
  });
  const ended = new Set(over.map(({ row }) => row));
  const current = chosen && !ended.has(chosen.row) ? chosen.row : null;
  const left = rows.filter((row) => row !== current && row.setPoint !== null && !ended.has(row));
  return { current, left, over };
}

/** Steps the strategies of a station; the set point of one that ends is taken back by the next step. */
function stepStation(
  rows: readonly StrategyRow[],
  now: number,
  calendar: WorkCalendar,
  steering: (row: StrategyRow) => Omit<Steering, 'plan' | 'row'>,
): Outcome[] {
  const { current, left, over } = planStation(rows, now, calendar);
  const outcomes = over.map(({ row, as }) => standsNow(row, { state: as }, [{ event: as }]));
  if (current) {
    // Whoever had the station before leaves its set point to the one that has it now.
    outcomes.push(...left.map((row) => standsNow(row, { setPoint: null, binding: null })));
    return [...outcomes, stepStrategy({ row: current, plan: current, ...steering(current) })];
  }
  // The battery is to stand still where only a set point is left.
  const [last] = left.filter((row) => row.setPoint !== 0);
  return last ? [...outcomes, stepStrategy({ row: last, plan: IDLE, ...steering(last) })] : outcomes;
}

async function steerTenant(parts: SteerParts, tenantId: number, rows: readonly StrategyRow[], now: number) {
  const measured = await readMeasured(parts, tenantId, rows, now);
  const { ratings, calendar } = await parts.db.tenant(tenantId, async (trx) => ({
    ratings: await readRatings(trx, rows),
    calendar: rows.some(({ days }) => days !== null && days !== 'every')
      ? await readCalendar(trx)
      : PLAIN_WEEK,
  }));
  const byId = new Map(rows.map((row, index) => [row.id, ratings[index]!]));
  const steering = (row: StrategyRow) => ({
    measured: measured.get(row.id)!,
    ratings: byId.get(row.id)!,
    now,
  });
  const outcomes = [...Map.groupBy(rows, stationKey).values()].flatMap((ofStation) => {
    try {
      return stepStation(ofStation, now, calendar, steering);
    } catch (error) {
      logFailed(parts, ofStation[0]!, error);
      return [];
    }
  });
  await settleOutcomes(parts, tenantId, now, outcomes);
}

/** Decides once for every station that `take` leaves to this process. */
export async function steerStations(
  parts: SteerParts,
  now: number,
  take: (keys: readonly string[]) => ReadonlySet<string>,
): Promise<void> {
  const rows = await parts.db.system(readStrategies);
  const mine = take([...new Set(rows.map(stationKey))]);
  const own = Map.groupBy(
    rows.filter((row) => mine.has(stationKey(row))),
    ({ tenantId }) => tenantId,
  );
  for (const [tenantId, ofTenant] of own) await steerTenant(parts, tenantId, ofTenant, now);
}
