/** The formulas of power quality, over means of ten minutes in which NaN is a gap. Pure. */

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
  // Rounding of binary fractions makes this negative for three equal voltages.
  const root = Math.sqrt(Math.max(0, 3 - 6 * beta));
  return PERCENT * Math.sqrt(Math.max(0, (1 - root) / (1 + root)));
}

/** Returns the largest deviation of three magnitudes from their mean, in percent. It ignores phase angles. */
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

/** Decimals of answers, finer than any limit or meter. Further digits are the noise of binary fractions. */
const ANSWERED_DECIMALS = 4;

/** Rounds a figure for the answer of a call. */
export const answered = <T extends number | null>(figure: T, decimals = ANSWERED_DECIMALS): T =>
  (figure === null ? null : Number(figure.toFixed(decimals))) as T;

/** Returns the deviation of a voltage from its nominal value, in percent. */
export const deviation = (value: number, nominal: number): number => (PERCENT * (value - nominal)) / nominal;

/** Returns the nominal voltage to compare with. A voltage between a line and neutral has one of its own. */
export function nominalOf(mean: number, lineVoltage: number): number {
  const phase = lineVoltage / Math.sqrt(3);
  return Math.abs(Math.log(mean / phase)) < Math.abs(Math.log(mean / lineVoltage)) ? phase : lineVoltage;
}

export interface Spread {
  /** The number of means. */
  samples: number;
  mean: number | null;
  /** The highest of the magnitudes after the highest 5 % were dropped. */
  p95: number | null;
  max: number | null;
  /** Index of the highest mean. */
  maxAt: number | null;
  min: number | null;
}

const DROPPED = 0.05;

/** Returns the value that would have this index if the values were sorted. It moves them, but does not sort them. */
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
 * Returns the 95 % value. Gaps are dropped first, then the highest 5 % of the magnitudes, and the next one is taken.
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

/** Returns the mean of the values that are not gaps; null if all are. */
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

/** Returns the share of the means that are within limits, in percent. Null if there is no mean or no limit. */
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

/** Least share of the expected means that a verdict needs. */
export const LEAST_SHARE = 0.8;
/** Share of its limit from which on a value is near it. */
const NEAR_SHARE = 0.8;
/** Share of the time during which the limits must be kept, in percent. */
const HELD_PERCENT = 95;

interface Judged {
  spread: Spread;
  expected: number;
  low: number | null;
  high: number | null;
  compliance: number | null;
}

/** Returns the verdict of a month. Gaps do not count as good, so with too few means or no limit there is no verdict. */
export function monthVerdict({ spread, expected, low, high, compliance }: Judged): Verdict {
  if (compliance === null || spread.p95 === null || expected === 0) return 'unknown';
  if (spread.samples < expected * LEAST_SHARE) return 'unknown';
  if (compliance < HELD_PERCENT) return 'over';
  const limits = [low, high].flatMap((limit) => (limit === null ? [] : [Math.abs(limit)]));
  return spread.p95 > NEAR_SHARE * Math.min(...limits) ? 'near' : 'ok';
}

/** Judges one current value. */
export function valueVerdict(value: number | null, low: number | null, high: number | null): Verdict {
  if (value === null || (low === null && high === null)) return 'unknown';
  if ((low !== null && value < low) || (high !== null && value > high)) return 'over';
  const isNear = (limit: number | null) =>
    limit !== null && limit !== 0 && value / limit > NEAR_SHARE && Math.sign(value) === Math.sign(limit);
  return isNear(low) || isNear(high) ? 'near' : 'ok';
}
