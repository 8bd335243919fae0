/** Cycles through the views of a wall screen, and pauses while a user touches it. Pure. */

/** Time in milliseconds during which the view stays after a touch. */
export const TOUCH_REST_MS = 60_000;
/** Time without a movement after which pointer and tools are hidden. */
export const IDLE_MS = 4_000;

/** Returns the next id. Null if there is none. */
export function rotationNext(ids: readonly string[], current: string | null): string | null {
  if (ids.length < 2) return null;
  return ids[(ids.indexOf(current ?? '') + 1) % ids.length] ?? null;
}

/** Returns the time at which the next view is due, in epoch milliseconds. `seconds` is the interval. */
export const rotationDue = (shownAt: number, touchedAt: number, seconds: number): number =>
  Math.max(shownAt + seconds * 1000, touchedAt + TOUCH_REST_MS);

export interface Edges {
  top: number;
  bottom: number;
}

/**
 * Returns the scroll position of the next screen of a long board, in pixels of its scroller. That screen begins with
 * the first row that is not completely visible. Null at the end of the board.
 */
export function nextScreen(parts: readonly Edges[], scrollTop: number, height: number): number | null {
  const end = scrollTop + height;
  const rest = parts.filter(({ bottom }) => bottom > end + 1);
  if (rest.length === 0) return null;
  const first = Math.min(...rest.map(({ top }) => top));
  // A card that is higher than the screen is shown in several screens.
  return first > scrollTop ? first : end;
}
