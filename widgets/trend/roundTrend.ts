/** Rounds to a number of decimals. Null remains null. */
export function roundTrend(value: number | null, decimals = 1): number | null {
  return value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals;
}
