/** The part size of a large upload: as large as the network can send within a few seconds. */
const MB = 1024 * 1024;
export const PART_BYTES = 2 * MB;
const [LEAST, MOST] = [256 * 1024, 16 * MB];
const [FAST_MS, SLOW_MS] = [1_500, 6_000];

/** Returns the size of the next part, from the size and duration of the last one. */
export function nextPartSize(size: number, ms: number): number {
  if (ms < FAST_MS) return Math.min(size * 2, MOST);
  return ms > SLOW_MS ? Math.max(size / 2, LEAST) : size;
}
