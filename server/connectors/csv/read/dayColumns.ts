/** Files with a line for each day and a column for each of its intervals. Pure. */
import { DAY_MS, endDay, wallInstant, zoneOffset } from '../../../../runtime/core/time/timeWindow.ts';
import type { ColumnSigns } from './columnSigns.ts';

export interface DayColumns {
  /** Indexes of the first and last column. */
  first: number;
  last: number;
  /** The length of an interval in minutes. */
  minutes: number;
}

const LEAST = 4;
const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;
const CLOCK = /^\D{0,3}(\d{1,2})[:.h](\d{2})(?::\d{2})?(?:\s*[-–]\s*\d{1,2}[:.h]\d{2}(?::\d{2})?)?$/;
const NUMBERED = /^(.*?)(\d{1,4})(\D{0,4})$/;

/**
 * Reads the position of a column from its heading: minutes of the day, or a number between fixed words. Null
 * for other headings.
 */
function readPlace(heading: string): { words: string; place: number } | null {
  const clock = CLOCK.exec(heading.trim());
  if (clock) return { words: ':', place: Number(clock[1]) * 60 + Number(clock[2]) };
  const numbered = NUMBERED.exec(heading.trim());
  return numbered ? { words: `${numbered[1]}#${numbered[3]}`, place: Number(numbered[2]) } : null;
}

/** Returns the last column of a run from `first` in which the positions increase in equal steps. */
function runFrom(headings: readonly string[], first: number): number {
  let last = first;
  let step: number | null = null;
  for (let index = first + 1; index < headings.length; index += 1) {
    const [before, here] = [readPlace(headings[index - 1]!), readPlace(headings[index]!)];
    if (!before || !here || before.words !== here.words) break;
    // The last interval may end at 24:00, which may also be written as 0:00.
    const place = here.words === ':' && here.place === 0 ? DAY_MINUTES : here.place;
    const distance: number = place - before.place;
    if (distance <= 0 || (step !== null && distance !== step)) break;
    if (here.words !== ':' && distance !== 1) break;
    step = distance;
    last = index;
  }
  return last;
}

/**
 * Returns the minutes of an interval, from the number of columns of a day. When the clock is set back, a day
 * may have columns for one more hour. Null if no interval fits.
 */
function minutesOf(count: number): number | null {
  if (DAY_MINUTES % count === 0) return DAY_MINUTES / count;
  const usual = (count * 24) / 25;
  return Number.isInteger(usual) && DAY_MINUTES % usual === 0 ? DAY_MINUTES / usual : null;
}

/** Finds the columns of a day's intervals. Null if there are none. `timeIndex` contains dates without a time of day. */
export function findDayColumns(
  headings: readonly string[] | null,
  columns: readonly ColumnSigns[],
  timeIndex: number,
): DayColumns | null {
  if (!headings || columns[timeIndex]?.withClock !== 0) return null;
  for (let first = 0; first < headings.length; first += 1) {
    if (first === timeIndex) continue;
    const last = runFrom(headings, first);
    const count = last - first + 1;
    const minutes = count >= LEAST ? minutesOf(count) : null;
    const isNumeric = columns
      .slice(first, last + 1)
      .every(({ filled, numbers }) => filled === 0 || numbers > filled / 2);
    if (minutes !== null && isNumeric && !(first < timeIndex && timeIndex <= last))
      return { first, last, minutes };
    first = Math.max(first, last);
  }
  return null;
}

/**
 * Returns when each interval of a day begins, by position. Null if the clock skips the interval. Columns are local
 * times, also on days when the clock changes. Exceptions are lines with values for skipped hours, or with a column for
 * the repeated hour.
 */
export function timesOfDay(
  day: number,
  { first, last, minutes }: DayColumns,
  zone: string,
  isFilled: (index: number) => boolean,
): (number | null)[] {
  const step = minutes * MINUTE_MS;
  const count = last - first + 1;
  const places = Array.from({ length: count }, (_, place) => place);
  const end = endDay(day, zone);
  const wall = day + zoneOffset(day, zone);
  const byClock = places.map((place) =>
    place * step < DAY_MS ? wallInstant(wall + place * step, zone) : null,
  );
  const skipsFilled = places.some((place) => byClock[place] === null && isFilled(first + place));
  if (!skipsFilled && count * step <= DAY_MS) return byClock;
  return places.map((place) => (day + place * step < end ? day + place * step : null));
}
