/** Returns a deterministic value in [0, 1) for a seed and a lattice point (integer hash, murmur finaliser). */
export function hash01(seed: number, index: number): number {
  let h = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(Math.floor(index) | 0, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 0x1_0000_0000;
}

/**
 * Returns smooth noise in [-1, 1], continuous in time and available at any instant. The same seed and time always
 * return the same value, so that history and live data match.
 */
export function noise(seed: number, ts: number, periodMs: number): number {
  const x = ts / periodMs;
  const index = Math.floor(x);
  const f = x - index;
  const s = f * f * (3 - 2 * f);
  const a = hash01(seed, index);
  const b = hash01(seed, index + 1);
  return (a + (b - a) * s) * 2 - 1;
}

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));
