/**
 * Judges the falls of a counter. A swing is noise and not a fall. A fall to about zero that returns is a reading error.
 * Any other fall is a reset or a roll-over. Pure.
 */
import { counterStep, isSwing } from '../write/counter.ts';

export interface CounterReading {
  /** Milliseconds since 1970. */
  ts: number;
  value: number;
}

/** `open`: too few readings follow to determine the kind. Until then the fall counts as a reset. */
export type FallKind = 'open' | 'reset' | 'rolledOver' | 'bridged';

export interface Fall {
  kind: FallKind;
  before: CounterReading;
  /** The first lower reading. */
  after: CounterReading;
  /** The first reading that is back at the level before the fall. Null if there is none. */
  back: CounterReading | null;
  /** The wrong readings in order, excluded from all figures. Only a `bridged` fall has them. */
  wrong: readonly CounterReading[];
}

/** Maximum number of readings until a reading is back at the old level. */
export const READINGS_AHEAD = 10;
/** Share of the old reading below which a reading is about zero. */
const ABOUT_ZERO = 0.01;
/** Share of the old reading from which a reading is back at the old level. The last digits of meters are noisy. */
const BACK = 0.999;
/** Multiple of the old reading above which a reading is not a continuation. */
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

/** Lists the falls in a sequence of good readings, in the order of time. */
export function judgeFalls(readings: readonly CounterReading[], rollOver: number | null): Fall[] {
  const falls: Fall[] = [];
  for (let at = 1; at < readings.length; at += 1) {
    if (!isFall(readings[at - 1]!, readings[at]!)) continue;
    const fall = judgeFall(readings, at, rollOver);
    falls.push(fall);
    // The next step starts at the reading that is back. The wrong readings before it are skipped.
    at += fall.wrong.length;
  }
  return falls;
}

/** Returns the growth of a counter over a fall, in its own unit. */
export const countFall = (
  { before, after, back }: Pick<Fall, 'before' | 'after' | 'back'>,
  rollOver: number | null,
): number => counterStep(before.value, (back ?? after).value, rollOver);
