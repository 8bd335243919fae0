/** Packs the points of a day with exactly the result of the database function `pack_points`. Pure. */

export interface PackedDay {
  n: number;
  slots: number;
  start: number;
  step: number;
  base: number;
  scale: number;
  /** Null if the day does not need this list. A null element is a slot without a point. */
  apart2: Numbers | null;
  apart4: Numbers | null;
  value2: Numbers | null;
  value4: Numbers | null;
  value8: Numbers | null;
  quality: Numbers | null;
}

export type Numbers = readonly (number | null)[];

const INT2_MAX = 32_767;
/** Number of different values of an int2, with some reserve. */
const WIDE_2 = 65_000;
const WIDE_4 = 2e9;
/** Numbers above this limit have no exact decimals. */
const EXACT = 1e12;
/** Maximum number of slots per point. Above it, points are numbered consecutively. */
const SLOTS_MOST = 4;
const SCALES = [1, 10, 100, 1000] as const;

/** Rounds half to even, like PostgreSQL. */
function roundEven(value: number): number {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

/** Returns the median step between points, in the unit of `times`. 1 if all times are equal. */
function usualStep(times: ArrayLike<number>): number {
  const steps: number[] = [];
  for (let at = 1; at < times.length; at += 1)
    if (times[at]! > times[at - 1]!) steps.push(times[at]! - times[at - 1]!);
  steps.sort((one, other) => one - other);
  return steps[Math.ceil(steps.length / 2) - 1] ?? 1;
}

interface Placed {
  step: number;
  slots: number;
  /** Maximum distance of a point from its slot. */
  apart: number;
  /** Index of the point of each slot. Null for an empty slot. */
  places: readonly (number | null)[];
}

function placePoints(times: ArrayLike<number>): Placed {
  const total = times.length;
  const first = times[0]!;
  const step = usualStep(times);
  const slotOf = (at: number): number => roundEven((times[at]! - first) / step);
  const slots = slotOf(total - 1) + 1;
  const places: (number | null)[] = [];
  let isOrdered = slots <= SLOTS_MOST * total;
  let apart = 0;
  for (let at = 0; at < total && isOrdered; at += 1) {
    const slot = slotOf(at);
    isOrdered = slot >= places.length;
    while (places.length < slot) places.push(null);
    places.push(at);
    apart = Math.max(apart, Math.abs(times[at]! - first - slot * step));
  }
  if (isOrdered) return { step, slots, apart, places };
  const following = Array.from({ length: total }, (_, at) => at);
  return { step: 1, slots: total, apart: times[total - 1]! - first, places: following };
}

/** Returns the smallest scale at which all numbers are integers. Null if there is none. */
function findScale(numbers: ArrayLike<number>, far: number): number | null {
  if (far >= EXACT) return null;
  const isWhole = (scale: number): boolean => {
    for (let at = 0; at < numbers.length; at += 1)
      if (numbers[at] !== roundEven(numbers[at]! * scale) / scale) return false;
    return true;
  };
  return SCALES.find(isWhole) ?? null;
}

/** `places`: see `Placed`. Integers have no negative zero, so `+ 0` converts it. */
export function packNumbers(
  numbers: ArrayLike<number>,
  places: Placed['places'],
): Pick<PackedDay, 'base' | 'scale' | 'value2' | 'value4' | 'value8'> {
  let [low, high] = [Infinity, -Infinity];
  for (let at = 0; at < numbers.length; at += 1) {
    const value = numbers[at]!;
    // Selects the last of equal values, like PostgreSQL. This matters because zero has two signs.
    low = low < value ? low : value;
    high = high > value ? high : value;
  }
  const far = Math.max(Math.abs(low), Math.abs(high));
  const scale = findScale(numbers, far);
  const valuesOf = (read: (value: number) => number): Numbers =>
    places.map((at) => (at === null ? null : read(numbers[at]!)));
  const empty = { base: 0, scale: 1, value2: null, value4: null, value8: null };
  if (scale !== null && (high - low) * scale <= WIDE_2) {
    const base = roundEven(((low + high) / 2) * scale);
    return { ...empty, scale, base, value2: valuesOf((value) => roundEven(value * scale) - base + 0) };
  }
  if (scale !== null && far * scale < WIDE_4)
    return { ...empty, scale, value4: valuesOf((value) => roundEven(value * scale) + 0) };
  return { ...empty, value8: valuesOf((value) => value) };
}

/** `times` are in milliseconds of the day, ascending. Without `marks` all points are good. */
export function packPoints(
  times: ArrayLike<number>,
  numbers: ArrayLike<number>,
  marks: readonly number[] | null = null,
): PackedDay {
  const start = times[0]!;
  const { step, slots, apart, places } = placePoints(times);
  const aparts = (): Numbers =>
    places.map((at, slot) => (at === null ? null : times[at]! - start - slot * step));
  const isMarked = marks?.some((mark) => mark !== 0) ?? false;
  return {
    ...{ n: times.length, slots, start, step, ...packNumbers(numbers, places) },
    apart2: apart >= 1 && apart <= INT2_MAX ? aparts() : null,
    apart4: apart > INT2_MAX ? aparts() : null,
    quality: isMarked ? places.map((at) => (at === null ? null : marks![at]!)) : null,
  };
}
