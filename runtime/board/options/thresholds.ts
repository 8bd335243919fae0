/** The option `thresholds`: a figure has the colour of the highest threshold that it reaches. */
export interface Threshold {
  from?: number;
  color?: string;
  name?: string;
}

export function threshold_of(
  thresholds: readonly Threshold[] | undefined,
  value: unknown,
): Threshold | undefined {
  if (typeof value !== 'number') return undefined;
  let reached: Threshold | undefined;
  for (const one of thresholds ?? []) {
    if (one.from === undefined || value < one.from) continue;
    if (reached?.from === undefined || one.from >= reached.from) reached = one;
  }
  return reached;
}
