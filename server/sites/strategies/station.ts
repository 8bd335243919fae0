/** Decides for the strategies of a station. One strategy is executed, and the others release their set points. Pure. */
import { isoLocal } from '../../../runtime/core/time/timeWindow.ts';
import type { WorkCalendar } from '../../../runtime/core/time/workDays.ts';
import { type Candidate, chooseStrategy, overAs } from './choose.ts';
import { instant, type Outcome, type Steering, standsNow, stepLeft, stepStrategy } from './step.ts';
import type { StrategyRow } from './store.ts';

const DATE_LENGTH = 'YYYY-MM-DD'.length;

const dayOf = (ts: number, zone: string): string => isoLocal(ts, zone).slice(0, DATE_LENGTH);

const candidateOf = (row: StrategyRow): Candidate & { row: StrategyRow } => ({
  ...row,
  row,
  issuedAt: instant(row.issuedAt),
  issuedDay: dayOf(instant(row.issuedAt), row.zone),
});

/**
 * Sorts a station's strategies: the one to execute now, those that end, and those that must only release their set
 * points.
 */
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

/**
 * Moves the converter towards 0 for the strategy with its last command. Other strategies only clear their set points.
 */
function stepDevice(
  rows: readonly StrategyRow[],
  steering: (row: StrategyRow) => Omit<Steering, 'plan' | 'row'>,
): Outcome[] {
  const [last, ...others] = rows.toSorted((one, other) => (other.commandId ?? 0) - (one.commandId ?? 0));
  const released = others.map((row) => standsNow(row, { setPoint: null, binding: null }));
  return [...released, stepLeft({ row: last!, ...steering(last!) })];
}

/** Executes a step of a station's strategies. The set point of a strategy that ends is released in the next step. */
export function stepStation(
  rows: readonly StrategyRow[],
  now: number,
  calendar: WorkCalendar,
  steering: (row: StrategyRow) => Omit<Steering, 'plan' | 'row'>,
): Outcome[] {
  const { current, left, over } = planStation(rows, now, calendar);
  const endedAt = new Date(now).toISOString();
  const outcomes = over.map(({ row, as }) => standsNow(row, { state: as, endedAt }, [{ event: as }]));
  for (const [deviceSn, ofDevice] of Map.groupBy(left, (row) => row.deviceSn)) {
    // The current strategy of the converter takes over the set point of the previous one.
    const isSteered = deviceSn === current?.deviceSn;
    const decided = isSteered
      ? ofDevice.map((row) => standsNow(row, { setPoint: null, binding: null }))
      : stepDevice(ofDevice, steering);
    outcomes.push(...decided);
  }
  if (current) outcomes.push(stepStrategy({ row: current, plan: current, ...steering(current) }));
  return outcomes;
}
