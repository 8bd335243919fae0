/** Fewer points for a chart, with every peak and every hole kept. Pure. */
import type { HistoryPoint } from './types.ts';

type NumberPoint = [ts: number, value: number];

/**
 * Cuts the window into equal slices and keeps the lowest and the highest point of each, at their own
 * times: a peak of one minute stays visible in a month.
 */
export function points_thin(
  points: readonly NumberPoint[],
  from: number,
  to: number,
  maxPoints: number,
): NumberPoint[] {
  if (points.length <= maxPoints) return [...points];
  const width = (to - from) / Math.max(1, Math.floor(maxPoints / 2));
  const kept: NumberPoint[] = [];
  let at = 0;
  while (at < points.length) {
    const end = from + (Math.floor((points[at]![0] - from) / width) + 1) * width;
    let low = points[at]!;
    let high = low;
    while (at < points.length && points[at]![0] < end) {
      const point = points[at]!;
      if (point[1] < low[1]) low = point;
      if (point[1] > high[1]) high = point;
      at += 1;
    }
    if (low === high) kept.push(low);
    else if (low[0] < high[0]) kept.push(low, high);
    else kept.push(high, low);
  }
  return kept;
}

/** The step that most neighbours have. Null with fewer than two points. */
export function step_usual(times: readonly number[]): number | null {
  const steps = times.slice(1).map((ts, at) => ts - times[at]!);
  if (steps.length === 0) return null;
  return steps.sort((a, b) => a - b)[Math.floor((steps.length - 1) / 2)]!;
}

const HOLE_STEPS = 3;

/** Puts a null between neighbours that are more than three usual steps (and more than `least`) apart. */
export function holes_mark(points: readonly NumberPoint[], step: number | null, least = 0): HistoryPoint[] {
  if (step === null) return [...points];
  const gap = Math.max(HOLE_STEPS * step, least);
  return points.flatMap((point, at): HistoryPoint[] => {
    const next = points[at + 1];
    if (!next || next[0] - point[0] <= gap) return [point];
    return [point, [point[0] + step, null]];
  });
}
