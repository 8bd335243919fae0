/** A wall screen cycles through its views, and pauses while it is touched. Pure. */

/** After a touch the view stays this long, for reading. */
export const TOUCH_REST_MS = 60_000;
/** Without a movement this long, pointer and tools leave the picture. */
export const IDLE_MS = 4_000;

/** The one that follows; null where there is nothing to go to. */
export function rotationNext(ids: readonly string[], current: string | null): string | null {
  if (ids.length < 2) return null;
  return ids[(ids.indexOf(current ?? '') + 1) % ids.length] ?? null;
}

/** When the next view is due. */
export const rotationDue = (shownAt: number, touchedAt: number, seconds: number): number =>
  Math.max(shownAt + seconds * 1000, touchedAt + TOUCH_REST_MS);

export interface Edges {
  top: number;
  bottom: number;
}

/**
 * Finds where the next screen of a long board begins, in pixels of its scroller: with the first row that is not seen
 * whole. Null at its end.
 */
export function nextScreen(parts: readonly Edges[], scrollTop: number, height: number): number | null {
  const end = scrollTop + height;
  const rest = parts.filter(({ bottom }) => bottom > end + 1);
  if (rest.length === 0) return null;
  const first = Math.min(...rest.map(({ top }) => top));
  // A card that is higher than the screen is gone through in screens.
  return first > scrollTop ? first : end;
}
