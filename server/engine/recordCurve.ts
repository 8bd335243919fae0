/** The measured values of a record over time, for documents. They are read by the hook of its entity. */
import type { Text } from '../../generated/definition.ts';

export type CurvePoint = readonly [ts: number, value: number];

export interface CurveLine {
  title: Text;
  unit: string;
  /** The points, divided at gaps in time. */
  stretches: readonly (readonly CurvePoint[])[];
}

/** The name and beginning of a part of the time axis. */
export interface CurveMark {
  at: number;
  title: Text;
}

export interface RecordCurve {
  from: number;
  to: number;
  lines: readonly CurveLine[];
  marks: readonly CurveMark[];
}
