/** Fewer points for a chart, with every peak and every hole kept. Pure. */
import type { HistoryPoint } from './types.ts';

type NumberPoint = [ts: number, value: number];

/** A course as columns: one object a point costs more than all that is done with it. */
export interface Columns {
  /** Ascending. */
  times: readonly number[];
  values: readonly number[];
}

/**
 * Cuts the window into equal slices and keeps the lowest and the highest point of each, at their own
 * times: a peak of one minute stays visible in a month.
 */
export function pointsThin(
  { times, values }: Columns,
  from: number,
  to: number,
  maxPoints: number,
): NumberPoint[] {
  const point = (at: number): NumberPoint => [times[at]!, values[at]!];
  if (times.length <= maxPoints) return times.map((_, at) => point(at));
  const width = (to - from) / Math.max(1, Math.floor(maxPoints / 2));
  const kept: NumberPoint[] = [];
  let at = 0;
  while (at < times.length) {
    const end = from + (Math.floor((times[at]! - from) / width) + 1) * width;
    let low = at;
    let high = at;
    for (; at < times.length && times[at]! < end; at += 1) {
      if (values[at]! < values[low]!) low = at;
      if (values[at]! > values[high]!) high = at;
    }
    kept.push(point(Math.min(low, high)));
    if (low !== high) kept.push(point(Math.max(low, high)));
  }
  return kept;
}

const GUESSED = 9;

/** The step that most neighbours have. Null with fewer than two points. */
export function stepUsual(times: readonly number[]): number | null {
  if (times.length < 2) return null;
  // Sorted as numbers by the engine itself: a trend has thousands.
  const steps = new Float64Array(times.length - 1);
  for (let at = 0; at < steps.length; at += 1) steps[at] = times[at + 1]! - times[at]!;
  const middle = Math.floor((steps.length - 1) / 2);
  return guessMiddle(steps, middle) ?? steps.sort()[middle]!;
}

/** Most devices send at one step, which a few neighbours show: counting is less than sorting. Null: it is another. */
function guessMiddle(steps: Float64Array, middle: number): number | null {
  const guess = steps.slice(middle, middle + GUESSED).sort()[
    Math.floor(Math.min(GUESSED, steps.length - middle) / 2)
  ]!;
  let below = 0;
  let same = 0;
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at]!;
    if (step < guess) below += 1;
    else if (step === guess) same += 1;
  }
  return below <= middle && middle < below + same ? guess : null;
}

const HOLE_STEPS = 3;
/** So many steps show how often values come on one side of a gap. */
const SIDE_STEPS = 5;

/** Tells of the gap behind a point that it is no hole: on one side of it values come as seldom. */
function isAsSeldom(points: readonly NumberPoint[], at: number): boolean {
  const gap = points[at + 1]![0] - points[at]![0];
  const sides = [
    points.slice(Math.max(0, at - SIDE_STEPS), at + 1),
    points.slice(at + 1, at + SIDE_STEPS + 2),
  ];
  return sides.some((side) => {
    const step = side.length > SIDE_STEPS ? stepUsual(side.map(([ts]) => ts)) : null;
    return step !== null && gap <= HOLE_STEPS * step;
  });
}

/**
 * Puts a null between neighbours that are more than three usual steps (and more than `least`) apart. A device that was
 * set to send more often has left no holes before.
 */
export function markHoles(points: readonly NumberPoint[], step: number | null, least = 0): HistoryPoint[] {
  if (step === null) return [...points];
  const gap = Math.max(HOLE_STEPS * step, least);
  return points.flatMap((point, at): HistoryPoint[] => {
    const next = points[at + 1];
    if (!next || next[0] - point[0] <= gap || isAsSeldom(points, at)) return [point];
    return [point, [point[0] + step, null]];
  });
}

/** Puts a null for bad points between neighbours that are more than `least` apart; one for as many as lie there. */
export function badMark(points: readonly HistoryPoint[], bad: readonly number[], least = 0): HistoryPoint[] {
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
