/** Computes the depth of a discharge from the state of charge in percent. */
import type { DodAnalysisConfig } from '../../generated/types.ts';
import { bucketStarts, bucketValues } from '../../runtime/board/chart/buckets.ts';
import { compareNeeds } from '../../runtime/board/options/compare.ts';
import { type RangeWindow, widgetRange } from '../../runtime/board/options/range.ts';
import { historyRows, statisticRows } from '../../runtime/board/widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

const MAX_POINTS = 5000;
/** Smaller changes, in percentage points, count as noise. */
const NOISE = 0.5;
const FULL = 100;

/** Returns the window with daily buckets, even for a short range. The longest ranges have monthly buckets. */
export function dodWindow(config: DodAnalysisConfig, context: WidgetContext): RangeWindow {
  const window = widgetRange(config.range, context, 'past30Days');
  return window.bucket === 'hour' ? { ...window, bucket: 'day' } : window;
}

export function dodNeeds(config: DodAnalysisConfig, context: WidgetContext): NeedSpec[] {
  if (!config.socVar) return [];
  const sns = [config.socVar[1]];
  const { from, to, bucket } = dodWindow(config, context);
  return [
    { kind: 'statistic', sns, method: 'MIN', from, to, bucket },
    { kind: 'statistic', sns, method: 'MAX', from, to, bucket },
    { kind: 'history', sns, from, to, maxPoints: MAX_POINTS },
    { kind: 'statistic', sns, method: 'MIN', from, to, bucket: 'total' },
  ];
}

/** Returns the changes between turning points, negative for a fall. Changes smaller than `noise` are ignored. */
export function swings(values: readonly number[], noise: number): number[] {
  const [first] = values;
  if (first === undefined) return [];
  const found: number[] = [];
  let pivot = first;
  let extreme = first;
  let direction = 0;
  for (const value of values) {
    const away = value - (direction === 0 ? pivot : extreme);
    if (direction === 0 ? Math.abs(away) >= noise : away * direction > 0) {
      direction ||= Math.sign(away);
      extreme = value;
    } else if (direction !== 0 && Math.abs(away) >= noise) {
      found.push(extreme - pivot);
      pivot = extreme;
      extreme = value;
      direction = -direction;
    }
  }
  if (direction !== 0) found.push(extreme - pivot);
  return found;
}

export interface Discharges {
  /** Sum of the depths in full cycles. Two half discharges are one full cycle. */
  fullCycles: number;
  count: number;
  average: number | null;
  deepest: number | null;
}

export function discharges(values: readonly number[], minDepth: number): Discharges {
  const down = (noise: number) => swings(values, noise).flatMap((depth) => (depth < 0 ? [-depth] : []));
  const counted = down(minDepth);
  const sum = (depths: readonly number[]) => depths.reduce((total, depth) => total + depth, 0);
  return {
    fullCycles: sum(down(NOISE)) / FULL,
    count: counted.length,
    average: counted.length > 0 ? sum(counted) / counted.length : null,
    deepest: counted.length > 0 ? Math.max(...counted) : null,
  };
}

export interface DayDepth {
  ts: number;
  min: number | null;
  max: number | null;
  /** Depth of discharge: the largest fall within the day from the highest state of charge. */
  depth: number | null;
}

export interface DodFigures extends Discharges {
  days: DayDepth[];
  lowest: number | null;
}

/** Reads the answer for a window. Only discharges before `end` (ms) count. */
function readFigures(
  { minDepth = 10 }: DodAnalysisConfig,
  { zone }: WidgetContext,
  window: RangeWindow,
  results: readonly NeedResult[],
  end = Date.parse(window.to),
): DodFigures {
  const starts = bucketStarts(window, window.bucket, zone);
  const [low, high] = [0, 1].map((at) => {
    const row = statisticRows(results[at])[0];
    return row ? bucketValues(row, starts, zone) : [];
  });
  const days = starts.map((ts, at): DayDepth => {
    const [min, max] = [low?.[at] ?? null, high?.[at] ?? null];
    return { ts, min, max, depth: min === null || max === null ? null : max - min };
  });
  const points = historyRows(results[2])[0]?.points ?? [];
  const values = points.flatMap(([ts, value]) => (ts < end && typeof value === 'number' ? [value] : []));
  return {
    ...discharges(values, minDepth),
    days,
    lowest: statisticRows(results[3])[0]?.value ?? null,
  };
}

export const readDod = (
  config: DodAnalysisConfig,
  context: WidgetContext,
  results: readonly NeedResult[],
): DodFigures => readFigures(config, context, dodWindow(config, context), results);

/**
 * Reads the comparison period. Null without a comparison. Its chart contains whole days, but its figures end at the
 * same point as those of the current period.
 */
export function readEarlier(
  config: DodAnalysisConfig,
  context: WidgetContext,
  compared: readonly NeedResult[],
): DodFigures | null {
  const needs = compareNeeds(dodNeeds(config, context), config.compare, context);
  const [days, total] = [needs[0], needs.at(-1)];
  if (compared.length === 0 || !days || !total || !('from' in days) || !('from' in total)) return null;
  const window = { ...dodWindow(config, context), from: days.from, to: days.to };
  return readFigures(config, context, window, compared, Date.parse(total.to));
}
