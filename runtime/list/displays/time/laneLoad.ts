/** The working hours of a lane on each day, and the lane at a vertical position. Pure. */
import type { ListDisplay } from '../../../../generated/definition.ts';
import { daysBetween, type Spanned } from '../dates.ts';
import type { Axis } from './timeAxis.ts';

const HOUR_MINUTES = 60;

export interface DayLoad {
  /** Index of the day on the axis. */
  day: number;
  hours: number;
  isOver: boolean;
}

type Load = NonNullable<ListDisplay['load']>;

const isCounted = ({ where = {} }: Load, { record }: Spanned): boolean =>
  Object.entries(where).every(([name, values]) => values.some((value) => value === record[name]));

/** Returns the hours of each day with work on the lane. A record's work counts on its last day. */
export function loadsOf(load: Load, { start }: Axis, members: readonly Spanned[]): DayLoad[] {
  const minutes = new Map<number, number>();
  for (const one of members) {
    const taken = Number(one.record[load.field] ?? 0);
    if (taken <= 0 || !isCounted(load, one)) continue;
    const day = daysBetween(start, one.span.to);
    minutes.set(day, (minutes.get(day) ?? 0) + taken);
  }
  return [...minutes].map(([day, sum]) => ({ day, hours: sum / HOUR_MINUTES, isOver: sum > load.most }));
}

/**
 * Returns the lane at a vertical distance from the middle of a line. Beyond the ends, returns the first or last lane.
 */
export function laneAt(heights: readonly number[], lane: number, inLane: number, offset: number): number {
  const top = heights.slice(0, lane).reduce((sum, height) => sum + height, 0);
  let rest = top + inLane + offset;
  for (const [at, height] of heights.entries()) {
    if (rest < height) return at;
    rest -= height;
  }
  return Math.max(0, heights.length - 1);
}
