/** Says what a trial of a rule answers, whether the rule judges points or silence. */
import type { PointValue } from './types.ts';

/** An alarm that would have been; times in epoch milliseconds. */
export interface TrialAlarm {
  from: number;
  /** Null: it still holds. */
  to: number | null;
  value: PointValue;
  source: string;
}

export interface TrialWindow {
  from: number;
  to: number;
  /** When there is no more time to look, on the clock of the server. */
  deadline: number;
}

export interface TrialFound {
  alarms: TrialAlarm[];
  series: [number, number | null][];
  points: number;
  /** As far as it came. */
  to: number;
}

/** So much of the past is read at a time. */
export const CHUNK_MS = 6 * 3_600_000;
