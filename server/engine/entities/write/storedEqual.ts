/** Returns whether two values are stored equally. A missing value equals an empty column. */
export function same(a: unknown, b: unknown): boolean {
  const [one, other] = [a ?? null, b ?? null];
  if (one === other || (typeof one !== 'object' && typeof other !== 'object')) return one === other;
  return JSON.stringify(one) === JSON.stringify(other);
}
