/** The time axis of bars: converts days to pixels, and returns the starts of months and days. */
import type { Sight } from '../../../kit/table/cutMark.ts';
import { addDays, daysBetween, type Span, startOfDay } from '../dates.ts';

export const ZOOMS = ['day', 'week', 'month', 'quarter'] as const;
export type Zoom = (typeof ZOOMS)[number];

/** Width of a day in pixels. */
export const DAY_WIDTH: Record<Zoom, number> = { day: 96, week: 18, month: 6, quarter: 2.5 };
/** Empty days before the first bar and after the last. */
const MARGIN_DAYS = 14;
/** Minimum width of a bar, so that it is clickable. */
const MIN_WIDTH = 10;

export interface Axis {
  start: Date;
  days: number;
  zoom: Zoom;
}

/** Creates an axis for all spans and today, in whole months. */
export function makeAxis(spans: readonly Span[], zoom: Zoom, today: Date): Axis {
  let [first, last] = [today, today];
  for (const { from, to } of spans) {
    if (from < first) first = from;
    if (to > last) last = to;
  }
  const begin = addDays(startOfDay(first), -MARGIN_DAYS);
  const start = new Date(begin.getFullYear(), begin.getMonth(), 1);
  const end = addDays(startOfDay(last), MARGIN_DAYS);
  const behind = new Date(end.getFullYear(), end.getMonth() + 1, 1);
  return { start, days: daysBetween(start, behind), zoom };
}

export const axisWidth = ({ days, zoom }: Axis): number => days * DAY_WIDTH[zoom];

/** Returns the position of a moment in pixels. */
export function axisPlace({ start, zoom }: Axis, moment: Date): number {
  const whole = daysBetween(start, moment);
  const share = (moment.getTime() - startOfDay(moment).getTime()) / 86_400_000;
  return (whole + share) * DAY_WIDTH[zoom];
}

/** Returns the bar from the beginning to the end. The last day is included. */
export function barOf(axis: Axis, { from, to }: Span): { left: number; width: number } {
  const left = axisPlace(axis, from);
  const isDay = to.getTime() === startOfDay(to).getTime();
  const right = axisPlace(axis, isDay ? addDays(to, 1) : to);
  return { left, width: Math.max(MIN_WIDTH, right - left) };
}

/** Returns the days, counted from the start of the axis, that an edge of the visible part cuts. */
export function cutDays({ zoom }: Axis, { from, to }: Sight): number[] {
  const width = DAY_WIDTH[zoom];
  return [from, to].filter((edge) => edge % width !== 0).map((edge) => Math.floor(edge / width));
}

/** Returns the months of the axis with their places. */
export function axisMonths({ start, days, zoom }: Axis): { day: Date; left: number; width: number }[] {
  const months: { day: Date; left: number; width: number }[] = [];
  for (let day = start, at = 0; at < days; ) {
    const next = new Date(day.getFullYear(), day.getMonth() + 1, 1);
    const count = daysBetween(day, next);
    months.push({ day, left: at * DAY_WIDTH[zoom], width: count * DAY_WIDTH[zoom] });
    at += count;
    day = next;
  }
  return months;
}

/** Places overlapping bars in separate lines. Returns the line of each bar and the number of lines. */
export function packLines(bars: readonly { left: number; width: number }[]): {
  lines: number[];
  count: number;
} {
  const ends: number[] = [];
  const order = bars.map((_, at) => at).sort((a, b) => bars[a]!.left - bars[b]!.left);
  const lines = new Array<number>(bars.length).fill(0);
  for (const at of order) {
    const { left, width } = bars[at]!;
    const free = ends.findIndex((end) => end <= left);
    const line = free === -1 ? ends.length : free;
    ends[line] = left + width;
    lines[at] = line;
  }
  return { lines, count: Math.max(1, ends.length) };
}
