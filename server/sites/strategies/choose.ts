/** Chooses the strategy that a station executes today, and finds strategies that have ended. Pure. */
import { isWorkDay, type WorkCalendar } from '../../../runtime/core/time/workDays.ts';

export type StrategyState = 'approved' | 'issued' | 'acknowledged' | 'inForce' | 'ended' | 'expired';

export interface Candidate {
  id: number;
  state: StrategyState;
  startDate: string;
  endDate: string | null;
  days: 'every' | 'working' | 'off' | null;
  priority: number | null;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** The local day of the station on which it was issued. */
  issuedDay: string;
}

const atWork = ({ state }: Candidate): boolean =>
  state === 'issued' || state === 'acknowledged' || state === 'inForce';

function isMeant({ startDate, endDate, days }: Candidate, day: string, calendar: WorkCalendar): boolean {
  if (day < startDate || (endDate !== null && day > endDate)) return false;
  return days === null || days === 'every' || isWorkDay(calendar, day) === (days === 'working');
}

/**
 * Chooses the strategy with the highest priority. Among equal priorities, chooses the last issued strategy.
 * Null if none applies on the day.
 */
export function chooseStrategy<T extends Candidate>(
  candidates: readonly T[],
  day: string,
  calendar: WorkCalendar,
): T | null {
  const meant = candidates.filter((candidate) => atWork(candidate) && isMeant(candidate, day, calendar));
  const [first = null] = meant.sort(
    (one, other) =>
      (other.priority ?? 0) - (one.priority ?? 0) || other.issuedAt - one.issuedAt || other.id - one.id,
  );
  return first;
}

/**
 * Returns the final state of a strategy. It ends after its last day. It expires if no device acknowledged it on the
 * first day on which it was chosen. A late acknowledgement therefore cannot start it unnoticed.
 */
export function overAs(candidate: Candidate, day: string, isChosen: boolean): 'ended' | 'expired' | null {
  if (!atWork(candidate)) return null;
  const { state, startDate, endDate, issuedDay } = candidate;
  const waits = state === 'issued';
  if (endDate !== null && day > endDate) return waits ? 'expired' : 'ended';
  const firstDay = issuedDay > startDate ? issuedDay : startDate;
  return waits && isChosen && day > firstDay ? 'expired' : null;
}
