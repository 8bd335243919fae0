/** Reads the horizontal axis of a chart as time. Pure. */

/** Converts between instants and values of the horizontal axis. */
export interface TimeScale {
  /**
   * Returns the instant at an axis value in epoch milliseconds, and the reverse. Null if outside the axis.
   */
  momentAt(value: number): number;
  valueAt(moment: number): number | null;
}

/** A time axis. */
export const INSTANTS: TimeScale = { momentAt: (value) => value, valueAt: (moment) => moment };

/** `bounds`: the starts of the steps, and the end of the last one. The axis values are step indexes. */
export function stepScale(bounds: readonly number[]): TimeScale {
  return {
    momentAt: (value) => momentOfStep(bounds, value),
    valueAt(moment) {
      const index = bounds.findLastIndex((start) => start <= moment);
      return index < 0 || index >= bounds.length - 1 ? null : index;
    },
  };
}

/** Returns the instant at a position on an axis of steps. */
export function momentOfStep(bounds: readonly number[], place: number): number {
  const within = Math.min(Math.max(place + 0.5, 0), Math.max(0, bounds.length - 1));
  const bucket = Math.min(Math.floor(within), Math.max(0, bounds.length - 2));
  const [start = 0, end = start] = bounds.slice(bucket);
  return start + (within - bucket) * (end - start);
}

/** `keys`: the starts of the steps in a call's answer. `to`: the end of the last step. */
export const stepBounds = (keys: readonly string[] | undefined, to: string): number[] =>
  [...(keys ?? []), to].map(Date.parse);
