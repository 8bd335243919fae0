/** The result of a trial, the same for rules on points and on silence. */
import type { PointValue } from './types.ts';

/** An alarm that a rule would have raised; times in epoch milliseconds. */
export interface TrialAlarm {
  from: number;
  /** Null if the alarm continues. */
  to: number | null;
  value: PointValue;
  source: string;
}

export interface TrialWindow {
  from: number;
  to: number;
  /** Server time at which the search must stop. */
  deadline: number;
}

export interface TrialFound {
  alarms: TrialAlarm[];
  series: [number, number | null][];
  points: number;
  /** Time up to which the trial has read points. */
  to: number;
}

/** Time span of one read, in ms. */
export const CHUNK_MS = 6 * 3_600_000;
