/** Files with a line for each day and a column for each interval of it. Pure. */
import { DAY_MS, endDay, wallInstant, zoneOffset } from '../../../../runtime/core/time/timeWindow.ts';
import type { ColumnSigns } from './columnSigns.ts';

export interface DayColumns {
  /** Places of the first and last column. */
  first: number;
  last: number;
  /** The length of an interval. */
  minutes: number;
}

const LEAST = 4;
const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;
const CLOCK = /^\D{0,3}(\d{1,2})[:.h](\d{2})(?::\d{2})?(?:\s*[-–]\s*\d{1,2}[:.h]\d{2}(?::\d{2})?)?$/;
const NUMBERED = /^(.*?)(\d{1,4})(\D{0,4})$/;

/** Reads the place that a heading counts: minutes of the day, or a number with the same words around it. */
function readPlace(heading: string): { words: string; place: number } | null {
  const clock = CLOCK.exec(heading.trim());
  if (clock) return { words: ':', place: Number(clock[1]) * 60 + Number(clock[2]) };
  const numbered = NUMBERED.exec(heading.trim());
  return numbered ? { words: `${numbered[1]}#${numbered[3]}`, place: Number(numbered[2]) } : null;
}

/** The columns from `first` on whose headings count up in equal steps. */
function runFrom(headings: readonly string[], first: number): number {
  let last = first;
  let step: number | null = null;
  for (let index = first + 1; index < headings.length; index += 1) {
    const [before, here] = [readPlace(headings[index - 1]!), readPlace(headings[index]!)];
    if (!before || !here || before.words !== here.words) break;
    // The last interval may end at 24:00, which is written as 0:00 too.
    const place = here.words === ':' && here.place === 0 ? DAY_MINUTES : here.place;
    const distance: number = place - before.place;
    if (distance <= 0 || (step !== null && distance !== step)) break;
    if (here.words !== ':' && distance !== 1) break;
    step = distance;
    last = index;
  }
  return last;
}

/** On the day on which the clock is set back there may be columns for one hour more. */
function minutesOf(count: number): number | null {
  if (DAY_MINUTES % count === 0) return DAY_MINUTES / count;
  const usual = (count * 24) / 25;
  return Number.isInteger(usual) && DAY_MINUTES % usual === 0 ? DAY_MINUTES / usual : null;
}

/** Null: the columns are no intervals of a day. `timeIndex` holds dates without a time of day. */
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
 * When each interval of a day begins, by its place; null: the clock skips it. Where the clock is moved, columns are times
 * of the clock, unless the line fills those that the clock skips, or has one for the hour that it shows twice.
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
