/** Reduces points for a chart without losing peaks and gaps. Pure. */
import type { HistoryPoint } from '../types.ts';

type NumberPoint = [ts: number, value: number];

/** A series as columns, because an object per point would dominate the processing time. */
export interface Columns {
  /** Ascending. */
  times: readonly number[];
  values: readonly number[];
}

/**
 * Splits the window into equal slices. Returns the lowest and the highest point of each, at their own times. A peak of
 * one minute is therefore visible in a month.
 */
export function pointsThin(
  { times, values }: Columns,
  from: number,
  to: number,
  maxPoints: number,
): NumberPoint[] {
  const point = (pointAt: number): NumberPoint => [times[pointAt]!, values[pointAt]!];
  if (times.length <= maxPoints) return times.map((_, index) => point(index));
  const width = (to - from) / Math.max(1, Math.floor(maxPoints / 2));
  const chosen: NumberPoint[] = [];
  let index = 0;
  while (index < times.length) {
    const end = from + (Math.floor((times[index]! - from) / width) + 1) * width;
    let low = index;
    let high = index;
    for (; index < times.length && times[index]! < end; index += 1) {
      if (values[index]! < values[low]!) low = index;
      if (values[index]! > values[high]!) high = index;
    }
    chosen.push(point(Math.min(low, high)));
    if (low !== high) chosen.push(point(Math.max(low, high)));
  }
  return chosen;
}

const GUESSED = 9;

/** Returns the median step between neighbours, in the unit of `times`. Null with fewer than two points. */
export function stepUsual(times: readonly number[]): number | null {
  if (times.length < 2) return null;
  // A typed array is sorted numerically and fast. A trend has thousands of points.
  const steps = new Float64Array(times.length - 1);
  for (let index = 0; index < steps.length; index += 1) steps[index] = times[index + 1]! - times[index]!;
  const middle = Math.floor((steps.length - 1) / 2);
  return guessMiddle(steps, middle) ?? steps.sort()[middle]!;
}

/**
 * Guesses the median step from a few neighbours. Most devices send at a constant step, and counting is faster than
 * sorting. Null if the guess is wrong.
 */
function guessMiddle(steps: Float64Array, middle: number): number | null {
  const guess = steps.slice(middle, middle + GUESSED).sort()[
    Math.floor(Math.min(GUESSED, steps.length - middle) / 2)
  ]!;
  let below = 0;
  let same = 0;
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index]!;
    if (step < guess) below += 1;
    else if (step === guess) same += 1;
  }
  return below <= middle && middle < below + same ? guess : null;
}

const HOLE_STEPS = 3;
/** Number of steps on each side of a gap that show how often values arrive. */
const SIDE_STEPS = 5;

/** Returns whether a long distance after a point is normal, because values on one side are equally rare. */
function isAsSeldom(points: readonly NumberPoint[], index: number): boolean {
  const gap = points[index + 1]![0] - points[index]![0];
  const sides = [
    points.slice(Math.max(0, index - SIDE_STEPS), index + 1),
    points.slice(index + 1, index + SIDE_STEPS + 2),
  ];
  return sides.some((side) => {
    const step = side.length > SIDE_STEPS ? stepUsual(side.map(([ts]) => ts)) : null;
    return step !== null && gap <= HOLE_STEPS * step;
  });
}

/**
 * Inserts a null between neighbours that are more than three usual steps, and more than `least`, apart. After a change
 * to a higher rate, the earlier slower values have no gaps.
 */
export function markHoles(points: readonly NumberPoint[], step: number | null, least = 0): HistoryPoint[] {
  if (step === null) return [...points];
  const gap = Math.max(HOLE_STEPS * step, least);
  return points.flatMap((point, index): HistoryPoint[] => {
    const next = points[index + 1];
    if (!next || next[0] - point[0] <= gap || isAsSeldom(points, index)) return [point];
    return [point, [point[0] + step, null]];
  });
}

/**
 * Inserts a null for bad points between neighbours that are more than `least` apart. All bad points between two
 * neighbours share one null.
 */
export function markBad(points: readonly HistoryPoint[], bad: readonly number[], least = 0): HistoryPoint[] {
  if (bad.length === 0) return [...points];
  const marked: HistoryPoint[] = [];
  let index = 0;
  for (const point of points) {
    const before = marked.at(-1);
    while (index < bad.length && before && bad[index]! < before[0]) index += 1;
    const isBetween = index < bad.length && bad[index]! < point[0];
    const isWide = !before || point[0] - before[0] > least;
    if (isBetween && isWide && before?.[1] !== null && point[1] !== null) marked.push([bad[index]!, null]);
    while (index < bad.length && bad[index]! < point[0]) index += 1;
    marked.push(point);
  }
  if (index < bad.length && marked.at(-1)?.[1] !== null) marked.push([bad[index]!, null]);
  return marked;
}
