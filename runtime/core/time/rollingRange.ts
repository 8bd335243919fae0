/** Ranges that end now, such as "now-3h". */
import { DAY_MS, HOUR_MS } from './timeWindow.ts';

const MINUTE_MS = 60_000;

const UNIT_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS } as const;
export type RollingUnit = keyof typeof UNIT_MS;
export type RollingRange = `now-${number}${RollingUnit}`;

/** Ranges with a name in the menu. Users can also type others. */
export const ROLLING_RANGES = ['now-15m', 'now-1h', 'now-6h', 'now-24h'] as const satisfies RollingRange[];
/** The default range of a trend. */
export const COURSE_RANGE: RollingRange = 'now-24h';

const ROLLING = /^now-([1-9]\d{0,6})([mhdw])$/;
/** Longest range. No station has older data. */
const LONGEST_MS = 3660 * DAY_MS;
/** Number of slices of a curve. Moving the window by less than a slice would only make the curve flicker. */
const SLICES = 360;
const LONGEST_STEP_MS = 15 * MINUTE_MS;

export interface Rolling {
  count: number;
  unit: RollingUnit;
  ms: number;
}

/** Parses "now-3h": minutes, hours, days of 24 hours, or weeks. Null for any other text. */
export function readRolling(text: unknown): Rolling | null {
  const parts = typeof text === 'string' ? ROLLING.exec(text) : null;
  if (!parts) return null;
  const count = Number(parts[1]);
  const unit = parts[2] as RollingUnit;
  const ms = count * UNIT_MS[unit];
  return ms <= LONGEST_MS ? { count, unit, ms } : null;
}

export const isRolling = (value: unknown): value is RollingRange => readRolling(value) !== null;

/** Returns the range with double length, up to the maximum. */
export function doubleRolling(range: RollingRange): RollingRange {
  const { count, unit } = readRolling(range)!;
  const twice: RollingRange = `now-${count * 2}${unit}`;
  return isRolling(twice) ? twice : range;
}

/**
 * Returns the span up to `now`, in milliseconds. The end is rounded up to a step of at least a minute. Equal requests
 * within a step share an answer.
 */
export function rollingSpan(range: RollingRange, now: number): { from: number; to: number } {
  const { ms } = readRolling(range)!;
  const step = Math.min(Math.ceil(ms / SLICES / MINUTE_MS) * MINUTE_MS, LONGEST_STEP_MS);
  const to = Math.ceil(now / step) * step;
  return { from: to - ms, to };
}
