/**
 * The axis of time of the trend. Its ticks are on full minutes, hours, days, months or years of the station. Their
 * number depends on the space.
 */
import {
  bucketBounds,
  type CalendarUnit,
  DAY_MS,
  startDay,
  type TimeWindow,
  zoneOffset,
} from '../../runtime/core/time/timeWindow.ts';

/** Pixels for a label and the space beside it. A month is named with its year. */
const LABEL_WIDTH = 56;
const MONTH_WIDTH = 64;
const HOUR_MS = DAY_MS / 24;
const MINUTE_MS = HOUR_MS / 60;
/** The last day of a long month would be right beside the first of the next. */
const LAST_TICK_DAY = 30;

type TickUnit = CalendarUnit | 'minute';

interface TickStep {
  unit: TickUnit;
  /** Number of units between ticks, counted on the calendar. Every third hour is 00, 03, 06 … */
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
 * Returns the station's clock, `YYYY-MM-DDTHH:mm`. It uses no formatter, because a board calls it thousands of times.
 */
const clockOf = (ts: number, zone: string): string =>
  new Date(ts + zoneOffset(ts, zone)).toISOString().slice(0, 16);

/** V090: returns the clock for days, and month and day for anything longer. */
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
  // On an axis of several days, each midnight is labelled with its day.
  return unit !== 'day' && (isDay || time !== '00:00') ? time : date.slice(5);
}

export interface Tick {
  ts: number;
  label: string;
}

const roomFor = (unit: TickUnit, width: number): number =>
  Math.max(2, Math.floor(width / (unit === 'month' ? MONTH_WIDTH : LABEL_WIDTH)));

/** `width` in pixels. The end of the window is no tick: clocks do not show 24:00. */
export function timeTicks(window: TimeWindow, width: number, zone: string): Tick[] {
  const span = window.to - window.from;
  const step = STEPS.find(({ ms, unit }) => span / ms <= roomFor(unit, width)) ?? STEPS.at(-1)!;
  // Hours across midnight show the start of the next day.
  const isDay = startDay(window.from, zone) === startDay(window.to - 1, zone);
  return tickPlaces(window, step.unit, zone)
    .map((ts) => ({ ts, clock: clockOf(ts, zone) }))
    .filter(({ ts, clock }, at) => isTick(clock, step) && (at > 0 || isStart(ts, step.unit, clock)))
    .map(({ ts, clock }) => ({ ts, label: tickLabel(clock, step.unit, isDay) }));
}

/**
 * Returns the possible places of ticks. They are each minute, or each start of a longer unit and the start of the
 * window.
 */
function tickPlaces(window: TimeWindow, unit: TickUnit, zone: string): number[] {
  if (unit !== 'minute') return bucketBounds(window, unit, zone).slice(0, -1);
  const first = Math.ceil(window.from / MINUTE_MS);
  const end = Math.ceil(window.to / MINUTE_MS);
  return Array.from({ length: end - first }, (_, at) => (first + at) * MINUTE_MS);
}

/** Checks the start of a unit, because the window may begin in the middle of an hour or a month. */
function isStart(ts: number, unit: TickUnit, clock: string): boolean {
  if (ts % MINUTE_MS !== 0) return false;
  if (unit === 'minute') return true;
  const [date = '', time = ''] = clock.split('T');
  if (unit === 'hour') return time.endsWith(':00');
  if (time !== '00:00') return false;
  return unit === 'day' || (unit === 'month' ? date.endsWith('-01') : date.endsWith('-01-01'));
}
