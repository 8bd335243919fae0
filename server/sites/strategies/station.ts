/**
 * Decides for the strategies of a station. One is carried out, and the others release the set points that they left.
 * Pure.
 */
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

/** Returns the strategy to carry out at a station now, those that end, and those that only left set points. */
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

/** Moves the strategy with the converter's last command towards 0. The others only forget their set points. */
function stepDevice(
  rows: readonly StrategyRow[],
  steering: (row: StrategyRow) => Omit<Steering, 'plan' | 'row'>,
): Outcome[] {
  const [last, ...others] = rows.toSorted((one, other) => (other.commandId ?? 0) - (one.commandId ?? 0));
  const givenUp = others.map((row) => standsNow(row, { setPoint: null, binding: null }));
  return [...givenUp, stepLeft({ row: last!, ...steering(last!) })];
}

/** Steps the strategies of a station. The next step takes back the set point of a strategy that ends. */
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
    // The previous strategy of the converter leaves its set point to the current one.
    const isSteered = deviceSn === current?.deviceSn;
    const given = isSteered
      ? ofDevice.map((row) => standsNow(row, { setPoint: null, binding: null }))
      : stepDevice(ofDevice, steering);
    outcomes.push(...given);
  }
  if (current) outcomes.push(stepStrategy({ row: current, plan: current, ...steering(current) }));
  return outcomes;
}
