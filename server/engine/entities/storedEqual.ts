/** Tells whether two values are stored alike: an absent one is an empty column. */
export const same = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
