/** Measures a rate of change in slices of the window. A fast signal therefore needs no more memory than a slow one. */
import type { Condition } from '../types.ts';

type Rate = Extract<Condition, { kind: 'rate' }>;

/** The lowest and highest value of a slice. `at` is the newest time of the slice. */
interface Slice {
  no: number;
  low: number;
  high: number;
}

export type RateMemory = readonly Slice[];

/** Number of slices of the window. Times are accurate to one slice. */
const SLICES = 120;

/** Adds a value. Returns whether it differs from another value within the window by more than the rule allows. */
export function rateStep(
  { change, direction, windowMs }: Rate,
  memory: RateMemory,
  ts: number,
  value: number,
): { memory: RateMemory; bad: boolean } {
  const width = windowMs / SLICES;
  const no = Math.floor(ts / width);
  const recent = memory.filter((slice) => slice.no > no - SLICES && slice.no <= no);
  const last = recent.at(-1);
  const now: Slice =
    last?.no === no
      ? { no, low: Math.min(last.low, value), high: Math.max(last.high, value) }
      : { no, low: value, high: value };
  const next = [...(last?.no === no ? recent.slice(0, -1) : recent), now];
  const rise = value - Math.min(...next.map(({ low }) => low));
  const fall = Math.max(...next.map(({ high }) => high)) - value;
  const far = direction === 'up' ? rise : direction === 'down' ? fall : Math.max(rise, fall);
  return { memory: next, bad: far >= change };
}
