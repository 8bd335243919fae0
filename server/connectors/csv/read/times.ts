/** Times as recordings write them. Pure. */
import { wallInstant } from '../../../../runtime/core/time/timeWindow.ts';

/** Year, month and day in this order, or a number of seconds or milliseconds since 1970. */
export const TIME_FORMATS = ['ymd', 'dmy', 'mdy', 's', 'ms'] as const;
export type TimeFormat = (typeof TIME_FORMATS)[number];
type Order = 'ymd' | 'dmy' | 'mdy';

const YEAR_FIRST =
  /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|年(\d{1,2})月(\d{1,2})日|(\d{2})(\d{2}))(?!\d\d?$)/;
const YEAR_LAST = /^(\d{1,2})([-/. ])(\d{1,2}|\p{L}{3,9})\2(\d{4}|\d{2})(?!\d)/u;
/** `01jan2022`, `1 January 2022` */
const NAMED_MONTH = /^(\d{1,2})[-/. ]?(\p{L}{3,9})[-/. ,]{0,2}(\d{4}|\d{2})(?!\d)/u;
const CLOCK =
  /^(?:(上午|下午) ?)?(\d{1,2})(?:[:时](\d{2})(?:[:分](\d{2})(?:[.,](\d{1,9}))?秒?)?分?|(\d{2})(\d{2})?)(?: ?([AP])\.?M\.?)?$/i;
const ZONE = / ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;
const JOINED = /^ *\d{8}|日/;
const NUMBER = /^\d{1,16}(?:\.\d+)?$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTHS_ELSE: Readonly<Record<string, number>> = { mär: 3, mrz: 3, mai: 5, mei: 5, okt: 10, dez: 12 };

/** From this number on, a number is in milliseconds since 1970. In seconds it would be in the year 5138. */
const MS_FROM = 100_000_000_000;
const S_FROM = 100_000_000;
/** Larger numbers are not times, because recordings are never later than the year 2100. */
const S_UNTIL = 4_102_444_800;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const CENTURY = 2000;
const LAST_OF_2000S = 69;

interface Split {
  /** Midnight in milliseconds, as if the local time were UTC. */
  day: number;
  rest: string;
}

function makeDay(year: number, month: number, day: number): number | null {
  const full = year < 100 ? year + (year <= LAST_OF_2000S ? CENTURY : CENTURY - 100) : year;
  const time = Date.UTC(full, month - 1, day);
  const made = new Date(time);
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === day ? time : null;
}

function readMonth(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  const start = text.toLowerCase().slice(0, 3);
  return MONTHS_ELSE[start] ?? MONTHS.indexOf(start) + 1;
}

function splitDay(text: string, order: Order): Split | null {
  const match =
    order === 'ymd'
      ? YEAR_FIRST.exec(text)
      : (YEAR_LAST.exec(text) ?? (order === 'dmy' ? NAMED_MONTH.exec(text) : null));
  if (!match) return null;
  const parts = match.slice(1).filter((part) => part !== undefined && /^[\d\p{L}]+$/u.test(part));
  const [first = '', second = '', third = ''] = parts;
  let day: number | null;
  if (order === 'ymd') day = makeDay(Number(first), Number(second), Number(third));
  else if (order === 'dmy') day = makeDay(Number(third), readMonth(second), Number(first));
  else day = makeDay(Number(third), readMonth(first), Number(second));
  return day === null ? null : { day, rest: text.slice(match[0].length) };
}

/**
 * Returns milliseconds since midnight. 24:00 is the end of the day. Null if the text is not a time of day.
 */
function readClock(text: string): number | null {
  const match = CLOCK.exec(text);
  if (!match) return null;
  const [, half, hourText, minute1, second1, fraction, minute2, second2, letter] = match;
  const minute = Number(minute1 ?? minute2 ?? 0);
  const second = Number(second1 ?? second2 ?? 0);
  let hour = Number(hourText);
  const isHalf = half !== undefined || letter !== undefined;
  if (isHalf) {
    if (hour < 1 || hour > 12) return null;
    const isLate = half === '下午' || letter?.toLowerCase() === 'p';
    hour = (hour % 12) + (isLate ? 12 : 0);
  }
  if (hour > 24 || minute > 59 || second > 59) return null;
  const time =
    (hour * 60 + minute) * MINUTE_MS + second * 1000 + Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  return time <= DAY_MS ? time : null;
}

function readOffset(text: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(text);
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return (match[1] === '-' ? -minutes : minutes) * MINUTE_MS;
}

export interface WallTime {
  /** The local time as if it were UTC. */
  wall: number;
  /** Null if the text names no zone. */
  offset: number | null;
  hasClock: boolean;
}

const RANGE = /^(.*\d)\s+(?:-|–|to|bis|tot)\s+\d.*$/;
const CLOCK_RANGE = /^(.*\d{1,2}:\d{2}(?::\d{2})?)\s?[-–]\s?\d{1,2}:\d{2}(?::\d{2})?$/;

/** Returns the beginning of an interval that is written with both ends. */
function startOfRange(text: string): string {
  const trimmed = text.trim();
  return RANGE.exec(trimmed)?.[1] ?? CLOCK_RANGE.exec(trimmed)?.[1] ?? trimmed;
}

/** Reads a time whose year, month and day are in the given order. Null if the text is not such a time. */
export function readWall(text: string, order: Order): WallTime | null {
  const split = splitDay(startOfRange(text), order);
  if (!split) return null;
  if (split.rest === '') return { wall: split.day, offset: null, hasClock: false };
  const zone = ZONE.exec(split.rest);
  const clockPart = zone ? split.rest.slice(0, zone.index) : split.rest;
  const clockText = clockPart.replace(/^(?:T|, ?| +|:)/i, '');
  // Only formats such as 20220101T1200 or 01jan2022 may have no separator between date and time of day.
  if (clockText === clockPart && !JOINED.test(text)) return null;
  const clock = readClock(clockText);
  if (clock === null) return null;
  return { wall: split.day + clock, offset: zone ? readOffset(zone[1]!) : null, hasClock: true };
}

/**
 * Returns the instant of a text in milliseconds since 1970. Null if the text is not a time in this format, or
 * the clock of the zone skipped it. For a repeated hour, returns the first instant that is later than
 * `after`.
 */
export function readTime(text: string, format: TimeFormat, zone: string, after?: number): number | null {
  if (format === 's' || format === 'ms') {
    const trimmed = text.trim();
    return NUMBER.test(trimmed) ? Math.round(Number(trimmed) * (format === 's' ? 1000 : 1)) : null;
  }
  const read = readWall(text, format);
  if (!read) return null;
  return read.offset === null ? wallInstant(read.wall, zone, after) : read.wall - read.offset;
}

export const isClock = (text: string): boolean =>
  text.includes(':') && readClock(startOfRange(text)) !== null;

/** Returns the possible formats of a text. Dots occur only in dates that begin with the day. */
export function findFormats(text: string): TimeFormat[] {
  const trimmed = text.trim();
  if (NUMBER.test(trimmed) && !/^\d{8}(?:\d{4}|\d{6})?$/.test(trimmed)) {
    const number = Number(trimmed);
    if (number < S_FROM) return [];
    if (number < MS_FROM) return number < S_UNTIL ? ['s'] : [];
    return number < S_UNTIL * 1000 ? ['ms'] : [];
  }
  const orders: Order[] = /^\d{1,2}\./.test(trimmed) ? ['dmy'] : ['ymd', 'dmy', 'mdy'];
  return orders.filter((order) => readWall(trimmed, order) !== null);
}

/** Returns whether a text is a plain number. Plain numbers are times only in a time column. */
export const isPlain = (text: string): boolean => NUMBER.test(text.trim());
