/** The size of the parts of a large file: as large as the network sends in a few seconds. */
const MB = 1024 * 1024;
export const PART_BYTES = 2 * MB;
const [LEAST, MOST] = [256 * 1024, 16 * MB];
const [FAST_MS, SLOW_MS] = [1_500, 6_000];

/** Returns the size of the next part, after one of this size took a time. */
export function nextPartSize(size: number, ms: number): number {
  if (ms < FAST_MS) return Math.min(size * 2, MOST);
  return ms > SLOW_MS ? Math.max(size / 2, LEAST) : size;
}
