/**
 * Judges the falls of a counter: a swing is none, a fall to about zero that comes back is a fault of the reading, and any
 * other is a reset or a roll-over. Pure.
 */
import { counterStep, isSwing } from '../write/counter.ts';

export interface CounterReading {
  /** Milliseconds since 1970. */
  ts: number;
  value: number;
}

/** `open`: too few readings came after it to tell; it counts as a reset until then. */
export type FallKind = 'open' | 'reset' | 'rolledOver' | 'bridged';

export interface Fall {
  kind: FallKind;
  before: CounterReading;
  /** The first reading that is lower. */
  after: CounterReading;
  /** The first reading that is back at the level from before; null: none is. */
  back: CounterReading | null;
  /** The readings that are left out of all figures: those of `bridged`, in their order. */
  wrong: readonly CounterReading[];
}

/** A reading comes back within so many readings, or not at all. */
export const READINGS_AHEAD = 10;
/** The share of the old reading up to which a lower one is about zero. */
const ABOUT_ZERO = 0.01;
/** A reading is back at the old one from this share of it on: meters are noisy in their last digits. */
const BACK = 0.999;
/** A reading above this multiple of the old one does not go on where the old one was. */
const MOST_GROWTH = 2;

const isFall = (before: CounterReading, { value }: CounterReading): boolean =>
  value < before.value && !isSwing(before.value, value);

function judgeFall(readings: readonly CounterReading[], at: number, rollOver: number | null): Fall {
  const before = readings[at - 1]!;
  const after = readings[at]!;
  const ahead = readings.slice(at, at + READINGS_AHEAD + 1);
  const end = ahead.findIndex(({ value }) => value > before.value * ABOUT_ZERO);
  const back = end > 0 ? ahead[end]! : null;
  if (back && back.value >= before.value * BACK && back.value <= before.value * MOST_GROWTH)
    return { kind: 'bridged', before, after, back, wrong: ahead.slice(0, end) };
  const isOpen = end < 0 && ahead.length <= READINGS_AHEAD;
  const isReset = counterStep(before.value, after.value, rollOver) === Math.max(after.value, 0);
  return { kind: isOpen ? 'open' : isReset ? 'reset' : 'rolledOver', before, after, back: null, wrong: [] };
}

/** Lists the falls of a course of good readings, which are in the order of their time. */
export function judgeFalls(readings: readonly CounterReading[], rollOver: number | null): Fall[] {
  const falls: Fall[] = [];
  for (let at = 1; at < readings.length; at += 1) {
    if (!isFall(readings[at - 1]!, readings[at]!)) continue;
    const fall = judgeFall(readings, at, rollOver);
    falls.push(fall);
    // The next step begins at the reading that is back: those between are no part of the course.
    at += fall.wrong.length;
  }
  return falls;
}

/** The growth of a counter over a fall, in its own unit. */
export const countFall = (
  { before, after, back }: Pick<Fall, 'before' | 'after' | 'back'>,
  rollOver: number | null,
): number => counterStep(before.value, (back ?? after).value, rollOver);
