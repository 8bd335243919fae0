/** The change of a figure against an earlier one. */
export interface Change {
  /** Percent of the earlier figure. Null if the earlier figure is missing or zero (decision 35). */
  rate: number | null;
  trend: 'rise' | 'drop' | null;
}

export function changeBetween(now: number | null, before: number | null): Change {
  if (now === null || before === null) return { rate: null, trend: null };
  const trend = now > before ? 'rise' : now < before ? 'drop' : null;
  return { trend, rate: before === 0 ? null : ((now - before) / Math.abs(before)) * 100 };
}
