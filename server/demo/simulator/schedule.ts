export const TICK_MS = 5_000;

const DAY_MS = 86_400_000;
const COARSE_MS = 900_000;
const FINE_MS = 60_000;
/** The last day before the anchor is filled in fine steps. */
const FINE_SPAN_MS = DAY_MS;

export const tickFloor = (ts: number): number => Math.floor(ts / TICK_MS) * TICK_MS;

/**
 * Where the history of a new site begins: before the last month in every time zone, so that this month can be
 * compared with a whole one.
 */
export function startHistory(anchor: number): number {
  const date = new Date(anchor - DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1) - DAY_MS;
}

/**
 * The next instant of a fill, or null when the anchor is reached. Depends on nothing but these two, and falls on
 * round times: whoever repeats a fill meets the same instants.
 */
export function fillNext(ts: number, anchor: number): number | null {
  if (ts >= anchor) return null;
  const step = anchor - ts > FINE_SPAN_MS ? COARSE_MS : FINE_MS;
  return Math.min((Math.floor(ts / step) + 1) * step, anchor);
}
