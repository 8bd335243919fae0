/** Formulas of power quality for ten-minute means, in which NaN is a gap. Pure. */

const PERCENT = 100;

/**
 * Voltage unbalance in percent from the three line voltages, by IEC 61000-4-30: β = ΣU⁴/(ΣU²)²,
 * ε = √((1 − √(3 − 6β)) / (1 + √(3 − 6β))).
 */
export function lineUnbalance(ab: number, bc: number, ca: number): number {
  const [a, b, c] = [ab * ab, bc * bc, ca * ca];
  const sum = a + b + c;
  if (!(sum > 0)) return NaN;
  const beta = (a * a + b * b + c * c) / (sum * sum);
  // Rounding errors make the expression negative for three equal voltages.
  const root = Math.sqrt(Math.max(0, 3 - 6 * beta));
  return PERCENT * Math.sqrt(Math.max(0, (1 - root) / (1 + root)));
}

/** Returns the largest deviation of three magnitudes from their mean, in percent. Phase angles are ignored. */
export function magnitudeUnbalance(one: number, two: number, three: number): number {
  const mean = (one + two + three) / 3;
  if (!(mean > 0)) return NaN;
  return (PERCENT * Math.max(...[one, two, three].map((value) => Math.abs(value - mean)))) / mean;
}

/** Returns the total harmonic distortion in percent. The harmonics and the fundamental have the same unit. */
export function distortion(harmonics: readonly number[], fundamental: number): number {
  if (!(fundamental > 0)) return NaN;
  return (PERCENT * Math.sqrt(harmonics.reduce((sum, one) => sum + one * one, 0))) / fundamental;
}

/** Decimals of returned figures, finer than any limit or meter. Further digits of a float are noise. */
const ANSWERED_DECIMALS = 4;

/** Rounds a figure for a response. */
export const answered = <T extends number | null>(figure: T, decimals = ANSWERED_DECIMALS): T =>
  (figure === null ? null : Number(figure.toFixed(decimals))) as T;

/** Returns the deviation of a voltage from its nominal value, in percent. */
export const deviation = (value: number, nominal: number): number => (PERCENT * (value - nominal)) / nominal;

/**
 * Returns the nominal voltage for comparison, in the unit of `lineVoltage`. For a voltage between line and
 * neutral it is lower.
 */
export function nominalOf(mean: number, lineVoltage: number): number {
  const phase = lineVoltage / Math.sqrt(3);
  return Math.abs(Math.log(mean / phase)) < Math.abs(Math.log(mean / lineVoltage)) ? phase : lineVoltage;
}

export interface Spread {
  /** The number of means. */
  samples: number;
  mean: number | null;
  /** The highest magnitude after the highest 5 % are dropped. */
  p95: number | null;
  max: number | null;
  /** Index of the highest mean. */
  maxAt: number | null;
  min: number | null;
}

const DROPPED = 0.05;

/** Returns the value at this index of the sorted values (quickselect). Reorders the array without sorting it. */
export function selectAt(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let [left, right] = [low, high];
    while (left <= right) {
      while (values[left]! < pivot) left += 1;
      while (values[right]! > pivot) right -= 1;
      if (left > right) break;
      const moved = values[left]!;
      values[left] = values[right]!;
      values[right] = moved;
      left += 1;
      right -= 1;
    }
    if (place > right && place < left) break;
    if (place <= right) high = right;
    else low = left;
  }
  return values[place]!;
}

/**
 * Returns the 95 % value: the highest magnitude after gaps and the highest 5 % are dropped. Null if all
 * values are gaps.
 */
export function value95(means: Float64Array): number | null {
  const magnitudes = new Float64Array(means.length);
  let samples = 0;
  for (let at = 0; at < means.length; at += 1) {
    const mean = means[at]!;
    if (Number.isNaN(mean)) continue;
    magnitudes[samples] = Math.abs(mean);
    samples += 1;
  }
  if (samples === 0) return null;
  return selectAt(magnitudes.subarray(0, samples), samples - 1 - Math.floor(samples * DROPPED));
}

/** Returns the mean of the values that are not gaps. Null if all are gaps. */
export function meanOf(means: Float64Array): number | null {
  let [samples, sum] = [0, 0];
  for (let at = 0; at < means.length; at += 1) {
    const mean = means[at]!;
    if (Number.isNaN(mean)) continue;
    samples += 1;
    sum += mean;
  }
  return samples === 0 ? null : sum / samples;
}

export function spreadOf(means: Float64Array): Spread {
  let [samples, sum, max, min, maxAt] = [0, 0, -Infinity, Infinity, -1];
  for (let at = 0; at < means.length; at += 1) {
    const mean = means[at]!;
    if (Number.isNaN(mean)) continue;
    samples += 1;
    sum += mean;
    if (mean < min) min = mean;
    if (mean > max) [max, maxAt] = [mean, at];
  }
  if (samples === 0) return { samples, mean: null, p95: null, max: null, maxAt: null, min: null };
  return { samples, mean: sum / samples, p95: value95(means), max, maxAt, min };
}

/** Returns the share of means within the limits, in percent. Null without means or limits. */
export function complianceOf(means: Float64Array, low: number | null, high: number | null): number | null {
  if (low === null && high === null) return null;
  let [within, samples] = [0, 0];
  for (let at = 0; at < means.length; at += 1) {
    const mean = means[at]!;
    if (Number.isNaN(mean)) continue;
    samples += 1;
    if ((low === null || mean >= low) && (high === null || mean <= high)) within += 1;
  }
  return samples === 0 ? null : (PERCENT * within) / samples;
}

export type Verdict = 'ok' | 'near' | 'over' | 'unknown';

/** Minimum share of the expected means for a verdict. */
export const LEAST_SHARE = 0.8;
/** Share of its limit from which a value counts as near the limit. */
const NEAR_SHARE = 0.8;
/** Share of the time within the limits that the standard requires, in percent. */
const MIN_PERCENT = 95;

interface Judged {
  spread: Spread;
  expected: number;
  low: number | null;
  high: number | null;
  compliance: number | null;
}

/**
 * Returns the verdict of a month. Gaps do not count as good. There is no verdict with too few means or without a limit.
 */
export function monthVerdict({ spread, expected, low, high, compliance }: Judged): Verdict {
  if (compliance === null || spread.p95 === null || expected === 0) return 'unknown';
  if (spread.samples < expected * LEAST_SHARE) return 'unknown';
  if (compliance < MIN_PERCENT) return 'over';
  const limits = [low, high].flatMap((limit) => (limit === null ? [] : [Math.abs(limit)]));
  return spread.p95 > NEAR_SHARE * Math.min(...limits) ? 'near' : 'ok';
}

/** Returns the verdict of one current value. */
export function valueVerdict(value: number | null, low: number | null, high: number | null): Verdict {
  if (value === null || (low === null && high === null)) return 'unknown';
  if ((low !== null && value < low) || (high !== null && value > high)) return 'over';
  const isNear = (limit: number | null) =>
    limit !== null && limit !== 0 && value / limit > NEAR_SHARE && Math.sign(value) === Math.sign(limit);
  return isNear(low) || isNear(high) ? 'near' : 'ok';
}
