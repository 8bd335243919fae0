/** Turns what arrived together into the sorted rows that one transaction writes. Pure. */
import { day_end, day_start, hour_end, hour_start } from '../../runtime/core/timeWindow.ts';
import { type Summary, summary_add, summary_start } from './rollup.ts';
import type { ReadyPoint, TelemetryVariable } from './types.ts';

export interface RollupRow extends Summary {
  variable: TelemetryVariable;
  bucket: number;
  bucketEnd: number;
}

export interface Batch {
  /** One point a variable: the newest of the batch. */
  newest: ReadyPoint[];
  numbers: ReadyPoint[];
  texts: ReadyPoint[];
  hours: RollupRow[];
  days: RollupRow[];
}

function point_compare(a: ReadyPoint, b: ReadyPoint): number {
  return a.variable.tenantId - b.variable.tenantId || a.variable.id - b.variable.id || a.ts - b.ts;
}

/**
 * By variable and time, which is also the order in which rows are locked, so that two writers never wait
 * for each other in a ring. Of points with the same time the one that arrived last stays.
 */
export function points_order(points: readonly ReadyPoint[]): ReadyPoint[] {
  const sorted = [...points].sort(point_compare);
  return sorted.filter((point, at) => {
    const next = sorted[at + 1];
    return !next || point_compare(point, next) !== 0;
  });
}

type Cut = (ts: number, zone: string) => number;

function rows_roll(numbers: readonly ReadyPoint[], start: Cut, end: Cut): RollupRow[] {
  const rows: RollupRow[] = [];
  let row: RollupRow | undefined;
  for (const { variable, ts, value } of numbers) {
    const number = value as number;
    if (
      row &&
      row.variable.id === variable.id &&
      row.variable.tenantId === variable.tenantId &&
      ts < row.bucketEnd
    ) {
      summary_add(row, ts, number);
      continue;
    }
    const bucket = start(ts, variable.zone);
    row = { variable, bucket, bucketEnd: end(bucket, variable.zone), ...summary_start(ts, number) };
    rows.push(row);
  }
  return rows;
}

export function batch_build(points: readonly ReadyPoint[]): Batch {
  const ordered = points_order(points);
  const numbers = ordered.filter(({ value }) => typeof value === 'number');
  return {
    newest: ordered.filter((point, at) => ordered[at + 1]?.variable.id !== point.variable.id),
    numbers,
    texts: ordered.filter(({ value }) => typeof value === 'string'),
    hours: rows_roll(numbers, hour_start, hour_end),
    days: rows_roll(numbers, day_start, day_end),
  };
}
