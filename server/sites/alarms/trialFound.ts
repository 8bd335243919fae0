/** The answer of a trial of a rule, the same for rules about points and about silence. */
import type { PointValue } from './types.ts';

/** An alarm that a rule would have raised; times in epoch milliseconds. */
export interface TrialAlarm {
  from: number;
  /** Null if it is not over. */
  to: number | null;
  value: PointValue;
  source: string;
}

export interface TrialWindow {
  from: number;
  to: number;
  /** Time at which the search must stop, on the clock of the server. */
  deadline: number;
}

export interface TrialFound {
  alarms: TrialAlarm[];
  series: [number, number | null][];
  points: number;
  /** Time up to which the trial has read. */
  to: number;
}

/** Time span that is read at once. */
export const CHUNK_MS = 6 * 3_600_000;
