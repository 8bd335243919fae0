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
  if (times.length < 2) return null;
  // Sorted as numbers by the engine itself: a trend has thousands.
  const steps = new Float64Array(times.length - 1);
  for (let at = 0; at < steps.length; at += 1) steps[at] = times[at + 1]! - times[at]!;
  return steps.sort()[Math.floor((steps.length - 1) / 2)]!;
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

/** Puts a null for bad points between neighbours that are more than `least` apart; one for as many as lie there. */
export function bad_mark(points: readonly HistoryPoint[], bad: readonly number[], least = 0): HistoryPoint[] {
  if (bad.length === 0) return [...points];
  const marked: HistoryPoint[] = [];
  let at = 0;
  for (const point of points) {
    const before = marked.at(-1);
    while (at < bad.length && before && bad[at]! < before[0]) at += 1;
    const isBetween = at < bad.length && bad[at]! < point[0];
    const isWide = !before || point[0] - before[0] > least;
    if (isBetween && isWide && before?.[1] !== null && point[1] !== null) marked.push([bad[at]!, null]);
    while (at < bad.length && bad[at]! < point[0]) at += 1;
    marked.push(point);
  }
  if (at < bad.length && marked.at(-1)?.[1] !== null) marked.push([bad[at]!, null]);
  return marked;
}
