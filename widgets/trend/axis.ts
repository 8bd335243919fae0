/**
 * The time axis of the trend. Ticks are at full minutes, hours, days, months or years of the station. Their number
 * depends on the width.
 */
import {
  bucketBounds,
  type CalendarUnit,
  DAY_MS,
  startDay,
  type TimeWindow,
  zoneOffset,
} from '../../runtime/core/time/timeWindow.ts';

/** Width in px of a label with its margin. A month has its year. */
const LABEL_WIDTH = 56;
const MONTH_WIDTH = 64;
const HOUR_MS = DAY_MS / 24;
const MINUTE_MS = HOUR_MS / 60;
/** The 31st has no tick, because it would be too close to the first of the next month. */
const LAST_TICK_DAY = 30;

type TickUnit = CalendarUnit | 'minute';

interface TickStep {
  unit: TickUnit;
  /** Number of units between ticks. With 3 hours the ticks are 00, 03, 06 … */
  count: number;
  ms: number;
}

const stepsOf = (unit: TickUnit, ms: number, counts: readonly number[]): TickStep[] =>
  counts.map((count) => ({ unit, count, ms: ms * count }));

const STEPS: readonly TickStep[] = [
  ...stepsOf('minute', MINUTE_MS, [1, 2, 5, 10, 15, 30]),
  ...stepsOf('hour', HOUR_MS, [1, 2, 3, 4, 6, 12]),
  ...stepsOf('day', DAY_MS, [1, 2, 5, 10]),
  ...stepsOf('month', 30 * DAY_MS, [1, 2, 3, 6]),
  ...stepsOf('year', 365 * DAY_MS, [1, 2, 5, 10, 20]),
];

/**
 * Returns the station's local time, `YYYY-MM-DDTHH:mm`. It uses no formatter, because a board calls it thousands of
 * times.
 */
const clockOf = (ts: number, zone: string): string =>
  new Date(ts + zoneOffset(ts, zone)).toISOString().slice(0, 16);

/** V090: returns the time of day within a day, otherwise month and day. */
export function axisLabel(ts: number, isDay: boolean, zone: string): string {
  const clock = clockOf(ts, zone);
  return isDay ? clock.slice(11) : clock.slice(5, 10);
}

function isTick(clock: string, { unit, count }: TickStep): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = clock.split(/[-T:]/).map(Number);
  if (unit === 'minute') return minute % count === 0;
  if (unit === 'hour') return hour % count === 0;
  if (unit === 'day') return (day - 1) % count === 0 && (count === 1 || day <= LAST_TICK_DAY);
  return unit === 'month' ? (month - 1) % count === 0 : year % count === 0;
}

function tickLabel(clock: string, unit: TickUnit, isDay: boolean): string {
  const [date = '', time = ''] = clock.split('T');
  if (unit === 'year') return date.slice(0, 4);
  if (unit === 'month') return date.slice(0, 7);
  // On an axis of several days, midnight is labelled with the date.
  return unit !== 'day' && (isDay || time !== '00:00') ? time : date.slice(5);
}

export interface Tick {
  ts: number;
  label: string;
}

const roomFor = (unit: TickUnit, width: number): number =>
  Math.max(2, Math.floor(width / (unit === 'month' ? MONTH_WIDTH : LABEL_WIDTH)));

/** `width`: in pixels. The end of the window has no tick. */
export function timeTicks(window: TimeWindow, width: number, zone: string): Tick[] {
  const span = window.to - window.from;
  const step = STEPS.find(({ ms, unit }) => span / ms <= roomFor(unit, width)) ?? STEPS.at(-1)!;
  // A window of hours across midnight counts as several days.
  const isDay = startDay(window.from, zone) === startDay(window.to - 1, zone);
  return tickPlaces(window, step.unit, zone)
    .map((ts) => ({ ts, clock: clockOf(ts, zone) }))
    .filter(({ ts, clock }, at) => isTick(clock, step) && (at > 0 || isStart(ts, step.unit, clock)))
    .map(({ ts, clock }) => ({ ts, label: tickLabel(clock, step.unit, isDay) }));
}

/**
 * Returns the possible positions of ticks: every minute, or the starts of a longer unit, including the start of the
 * window.
 */
function tickPlaces(window: TimeWindow, unit: TickUnit, zone: string): number[] {
  if (unit !== 'minute') return bucketBounds(window, unit, zone).slice(0, -1);
  const first = Math.ceil(window.from / MINUTE_MS);
  const end = Math.ceil(window.to / MINUTE_MS);
  return Array.from({ length: end - first }, (_, at) => (first + at) * MINUTE_MS);
}

/** Returns whether an instant is the start of a unit. The window may begin within an hour or month. */
function isStart(ts: number, unit: TickUnit, clock: string): boolean {
  if (ts % MINUTE_MS !== 0) return false;
  if (unit === 'minute') return true;
  const [date = '', time = ''] = clock.split('T');
  if (unit === 'hour') return time.endsWith(':00');
  if (time !== '00:00') return false;
  return unit === 'day' || (unit === 'month' ? date.endsWith('-01') : date.endsWith('-01-01'));
}
