/** The steps of a run with their parts and durations. Pure. */
import type { Span } from '../../shared/period/period.ts';

export interface Part {
  step?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}

export interface StepTime {
  step: string;
  minutes: number;
  /** The step is in progress. */
  isNow: boolean;
}

const MINUTE_MS = 60_000;
/** Margin in ms before the first step. */
const MARGIN_MS = 5 * MINUTE_MS;

/** Returns the steps in order of their start, each with the total duration of its parts. */
export function stepTimes(parts: readonly Part[], now: number): StepTime[] {
  const known = parts.filter(({ step, from }) => step && from);
  return [...Map.groupBy(known, ({ step }) => String(step))].map(([step, ofStep]) => ({
    step,
    isNow: ofStep.some(({ to }) => !to),
    minutes: Math.round(
      ofStep.reduce((sum, { from, to }) => sum + (to ? Date.parse(to) : now) - Date.parse(String(from)), 0) /
        MINUTE_MS,
    ),
  }));
}

/** Returns the span of all parts. Null if none has started. */
export function spanOfParts(parts: readonly Part[], now: number): Span | null {
  const times = parts.flatMap(({ from, to }) => (from ? [Date.parse(from), to ? Date.parse(to) : now] : []));
  if (times.length === 0) return null;
  return { from: Math.min(...times) - MARGIN_MS, to: Math.max(...times) + MARGIN_MS };
}
