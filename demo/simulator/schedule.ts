export const TICK_MS = 5_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Span with full detail: this month and the one before. */
export const DETAILED_MS = 62 * DAY_MS;

/** Steps of a fill by the time left to the anchor. The last hours are the finest. */
const STEPS: readonly { within: number; step: number }[] = [
  { within: 2 * HOUR_MS, step: MINUTE_MS },
  { within: DAY_MS, step: 5 * MINUTE_MS },
  { within: DETAILED_MS, step: 15 * MINUTE_MS },
  { within: Number.POSITIVE_INFINITY, step: HOUR_MS },
];

export const tickFloor = (ts: number): number => Math.floor(ts / TICK_MS) * TICK_MS;

/**
 * Returns the beginning of a new site's history. It is thirteen months before this month in every time zone. This month
 * and the last can therefore be compared with a year before.
 */
export function startHistory(anchor: number): number {
  const date = new Date(anchor - DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 13, 1) - DAY_MS;
}

/**
 * Returns the next instant of a fill, or null at the anchor. It is a round time that depends only on the two
 * arguments. A repeated fill therefore has the same instants.
 */
export function fillNext(ts: number, anchor: number): number | null {
  if (ts >= anchor) return null;
  const step = STEPS.find(({ within }) => anchor - ts <= within)?.step ?? HOUR_MS;
  return Math.min((Math.floor(ts / step) + 1) * step, anchor);
}
