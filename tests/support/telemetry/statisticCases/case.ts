/** A case of a statistic has points, a query and the answer, computed by hand. */
import type { Bucket } from '../../../../runtime/core/time/timeWindow.ts';
import type { Method, VariableKind } from '../../../../server/sites/telemetry/types.ts';

export type CasePoint = readonly [time: string, value: number, quality?: number];

export interface CaseQuestion {
  method: Method;
  bucket: Bucket;
  from: string;
  to: string;
  values: readonly (number | null)[];
  whole: number | null;
}

export interface StatisticCase {
  name: string;
  zone: string;
  kind: VariableKind;
  average?: 'samples' | 'time';
  rollOver?: number;
  /** Maximum seconds of silence of the device. A value is valid for this time at most. */
  offlineAfter?: number;
  points: readonly CasePoint[];
  asks: readonly CaseQuestion[];
}

const HOUR = 3_600_000;
const iso = (ts: number): string => new Date(ts).toISOString();

/** Returns `count` values, one every `minutes`, from a moment on. */
export const every = (from: string, count: number, minutes: number, value = 1): CasePoint[] =>
  Array.from({ length: count }, (_, at) => [iso(Date.parse(from) + (at * minutes * HOUR) / 60), value]);
