/** The course of what a record measured, as its hook reads it for a document. */
import type { Text } from '../../generated/definition.ts';

export type CurvePoint = readonly [ts: number, value: number];

export interface CurveLine {
  title: Text;
  unit: string;
  /** The points of each time without a gap. */
  stretches: readonly (readonly CurvePoint[])[];
}

/** The beginning of a part of the course. */
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
