/**
 * Time windows in a time zone: the starts of hours, days, months and years, and periods such as "this month". Instants
 * are milliseconds since 1970. A window is half-open, [from, to). A day has 23 or 25 hours when the clock changes.
 */
export const BUCKETS = ['hour', 'day', 'month', 'year', 'total'] as const;
export type Bucket = (typeof BUCKETS)[number];
export type CalendarUnit = Exclude<Bucket, 'total'>;

export interface TimeWindow {
  from: number;
  to: number;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const QUARTER_MS = 15 * 60_000;
const YEAR_MONTHS = 12;
const DAY_QUARTERS = DAY_MS / QUARTER_MS;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Maximum number of boundaries. A request for more is invalid. */
export const MAX_BUCKETS = 20_000;
/** Names of zones with the abbreviation Z. */
const UNIVERSAL = new Set(['utc', 'gmt']);
const CACHE_LIMIT = 50_000;

/** Returns a formatter of a zone's local time to the second. Null if the zone does not exist. */
function makeClock(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      ...{ calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23', era: 'short' },
      ...{
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      },
    });
  } catch {
    return null;
  }
}

export const isZone = (zone: string): boolean => zone !== '' && clockOf(zone) !== null;

function cached<K, V>(cache: Map<K, V>, key: K, make: () => V): V {
  const hit = cache.get(key);
  if (hit !== undefined) return hit;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const value = make();
  cache.set(key, value);
  return value;
}

const clocks = new Map<string, Intl.DateTimeFormat | null>();
const offsets = new Map<string, Map<number, number>>();
const dateStarts = new Map<string, Map<number, number>>();
/** Caches the starts of months and years by day, and the start that follows each. Many widgets need the same starts. */
const starts = new Map<string, Map<number, number>>();
const nexts = new Map<string, Map<number, number>>();
/** Caches the starts of buckets as texts, because hundreds of variables share them. */
const texts = new Map<string, Map<number, string>>();

function inner<V>(cache: Map<string, Map<number, V>>, zone: string): Map<number, V> {
  return cached(cache, zone, () => new Map<number, V>());
}

const clockOf = (zone: string) => cached(clocks, zone, () => makeClock(zone));

function readOffset(ts: number, zone: string): number {
  const clock = clockOf(zone);
  if (!clock || !Number.isFinite(ts)) return Number.NaN;
  const parts = Object.fromEntries(clock.formatToParts(ts).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second } = parts;
  const date = dateAt(parts.era === 'BC' ? 1 - Number(year) : Number(year), Number(month), Number(day));
  const wall = date * DAY_MS + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * SECOND_MS;
  return wall - Math.floor(ts / SECOND_MS) * SECOND_MS;
}

/** Returns a date as days since 1970. Days beyond the end of a month continue in the next. */
const dateAt = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS;

/** Returns the zone's offset from UTC at an instant, in milliseconds. */
export function zoneOffset(ts: number, zone: string): number {
  const quarter = Math.floor(ts / QUARTER_MS);
  const quarters = inner(offsets, zone);
  const offsetOf = (quarter: number): number =>
    cached(quarters, quarter, () => readOffset(quarter * QUARTER_MS, zone));
  // No clock ever changed twice within a day. Equal offsets at both ends are therefore equal in between.
  const day = quarter - mod(quarter, DAY_QUARTERS);
  const begun = offsetOf(day);
  if (begun === offsetOf(day + DAY_QUARTERS)) return begun;
  const offset = offsetOf(quarter);
  // Clocks usually change at a quarter of an hour. Exceptions: Gaza and St. John's once changed a minute after
  // midnight.
  return ts === quarter * QUARTER_MS || offset === offsetOf(quarter + 1) ? offset : readOffset(ts, zone);
}

/** Returns the first millisecond in (from, to] at which `isSo` is true. `isSo` must remain true up to `to`. */
function findFirst(from: number, to: number, isSo: (ts: number) => boolean): number {
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (isSo(middle)) after = middle;
    else before = middle;
  }
  return after;
}

/** Returns the clock change in (from, to], a span of some hours. Null if the offset is equal at both ends. */
export function clockChange(from: number, to: number, zone: string): number | null {
  const offset = zoneOffset(from, zone);
  return zoneOffset(to, zone) === offset
    ? null
    : findFirst(from, to, (ts) => zoneOffset(ts, zone) !== offset);
}

/**
 * Returns the start of the local hour that contains an instant. A clock change by less than an hour ends the hour at
 * that moment. Hours therefore never overlap.
 */
export function startHour(ts: number, zone: string): number {
  const start = ts - mod(ts + zoneOffset(ts, zone), HOUR_MS);
  return clockChange(start, ts, zone) ?? start;
}

export function endHour(start: number, zone: string): number {
  const end = start + HOUR_MS - mod(start + zoneOffset(start, zone), HOUR_MS);
  return clockChange(start, end - 1, zone) ?? end;
}

/**
 * Returns the first instant of a local date, in days since 1970. If midnight occurs twice, it is the first one. If the
 * clock skips midnight, it is the moment of the change.
 */
export function startDate(date: number, zone: string): number {
  return cached(inner(dateStarts, zone), date, () => {
    const wall = date * DAY_MS;
    const around = [-DAY_MS, 0, DAY_MS].map((step) => zoneOffset(wall + step, zone));
    const earliest = wall - Math.max(...around);
    const latest = wall - Math.min(...around);
    const isThere = (ts: number): boolean => ts + zoneOffset(ts, zone) >= wall;
    return isThere(earliest) ? earliest : findFirst(earliest, latest, isThere);
  });
}

/**
 * Returns the local date of an instant, in days since 1970. If the clock goes back over midnight, the earlier date
 * occurs again.
 */
export function dateOf(ts: number, zone: string): number {
  let date = Math.floor((ts + zoneOffset(ts, zone)) / DAY_MS);
  while (startDate(date + 1, zone) <= ts) date += 1;
  return date;
}

/** Returns the start of the local day that contains an instant. Some zones skip midnight on some days. */
export function startDay(ts: number, zone: string): number {
  return startDate(dateOf(ts, zone), zone);
}

export function endDay(start: number, zone: string): number {
  return unitNext(start, 'day', zone);
}

/** Returns the first date of the unit that is `count` units after the unit that contains a date. */
function dateStep(date: number, unit: 'day' | 'month' | 'year', count: number): number {
  if (unit === 'day') return date + count;
  const day = new Date(date * DAY_MS);
  const [years, months] = unit === 'year' ? [count, -day.getUTCMonth()] : [0, count];
  return Date.UTC(day.getUTCFullYear() + years, day.getUTCMonth() + months, 1) / DAY_MS;
}

export function startUnit(ts: number, unit: CalendarUnit, zone: string): number {
  if (unit === 'hour') return startHour(ts, zone);
  const date = dateOf(ts, zone);
  if (unit === 'day') return startDate(date, zone);
  return cached(inner(starts, `${unit} ${zone}`), date, () => startDate(dateStep(date, unit, 0), zone));
}

/** Returns the start of the next unit. */
export function unitNext(start: number, unit: CalendarUnit, zone: string): number {
  if (unit === 'hour') return endHour(start, zone);
  return cached(inner(nexts, `${unit} ${zone}`), start, () =>
    startDate(dateStep(dateOf(start, zone), unit, 1), zone),
  );
}

/** Returns the date some months later, or the last day of a shorter month. */
function monthsAfter(date: number, count: number): number {
  const first = dateStep(date, 'month', count);
  const day = new Date(date * DAY_MS).getUTCDate();
  return Math.min(first + day - 1, dateStep(first, 'month', 1) - 1);
}

function dateAfter(date: number, unit: 'day' | 'month' | 'year', count: number): number {
  if (unit === 'day') return date + count;
  return monthsAfter(date, unit === 'year' ? count * YEAR_MONTHS : count);
}

/**
 * Returns the instant of a local time (given as if it were UTC). If the time occurs twice, it is the one with offset
 * `before`. If the clock skips the time, it is moved later by the skipped duration.
 */
export function instantNear(wall: number, before: number, zone: string): number {
  const first = zoneOffset(wall - before, zone);
  if (first === before) return wall - before;
  return wall - Math.min(first, zoneOffset(wall - first, zone));
}

/** Moves an instant by whole calendar units of local time. The start of a day remains the start of a day. */
export function shiftUnit(ts: number, unit: CalendarUnit, count: number, zone: string): number {
  if (unit === 'hour') return ts + count * HOUR_MS;
  const offset = zoneOffset(ts, zone);
  const wall = ts + offset;
  const date = Math.floor(wall / DAY_MS);
  const moved = instantNear(wall + (dateAfter(date, unit, count) - date) * DAY_MS, offset, zone);
  return startDay(ts, zone) === ts ? startDay(moved, zone) : moved;
}

/** Maximum length of each unit. A day can have an hour more when the clock is set back. */
const LONGEST_MS: Record<CalendarUnit, number> = {
  hour: HOUR_MS,
  day: 25 * HOUR_MS,
  month: 31 * DAY_MS + HOUR_MS,
  year: 366 * DAY_MS + HOUR_MS,
};

/** Returns the minimum number of buckets in a window without computing them. */
export const bucketsLeast = ({ from, to }: TimeWindow, bucket: Bucket): number =>
  bucket === 'total' ? 1 : Math.ceil((to - from) / LONGEST_MS[bucket]);

/** Returns all boundaries of a window: its ends, and each start of a bucket in between. */
export function bucketBounds(window: TimeWindow, bucket: Bucket, zone: string): number[] {
  const { from, to } = window;
  if (!(from < to)) return [];
  if (bucketsLeast(window, bucket) > MAX_BUCKETS) throw new RangeError(`more than ${MAX_BUCKETS} buckets`);
  const bounds = [from];
  if (bucket !== 'total') {
    let next = unitNext(startUnit(from, bucket, zone), bucket, zone);
    while (next < to) {
      if (bounds.length >= MAX_BUCKETS) throw new RangeError(`more than ${MAX_BUCKETS} buckets`);
      bounds.push(next);
      next = unitNext(next, bucket, zone);
    }
  }
  bounds.push(to);
  return bounds;
}

export type PeriodType = 'DAY' | 'MONTH' | 'YEAR';

const PERIOD_UNIT = { DAY: 'day', MONTH: 'month', YEAR: 'year' } as const;
const PERIOD_BUCKET = { DAY: 'hour', MONTH: 'day', YEAR: 'month' } as const;

/** Returns the day, month or year that contains an instant, and the bucket size for displaying it. */
export function periodAround(ts: number, type: PeriodType, zone: string): TimeWindow & { bucket: Bucket } {
  const unit = PERIOD_UNIT[type];
  const from = startUnit(ts, unit, zone);
  return { from, to: unitNext(from, unit, zone), bucket: PERIOD_BUCKET[type] };
}

/** Returns the period `count` periods before the one that contains an instant. */
export function periodBefore(ts: number, type: PeriodType, zone: string, count = 1): TimeWindow {
  const unit = PERIOD_UNIT[type];
  const { from } = periodAround(ts, type, zone);
  const earlier = startUnit(shiftUnit(from, unit, -count, zone), unit, zone);
  return { from: earlier, to: unitNext(earlier, unit, zone) };
}

/**
 * Returns the same window one day, month or year earlier in local time, for comparisons. Its last day becomes the same
 * day of the earlier month, or the last day of a shorter month. The number of days before it remains the same. A window
 * that begins with a month begins with the earlier month. Whole months are thus compared with whole months.
 */
export function windowBefore({ from, to }: TimeWindow, type: PeriodType, zone: string): TimeWindow {
  const unit = PERIOD_UNIT[type];
  const isMonth = (ts: number): boolean => unit !== 'day' && startUnit(ts, 'month', zone) === ts;
  const lastDay = startDay(to - 1, zone);
  const days = dateOf(lastDay, zone) - dateOf(shiftUnit(lastDay, unit, -1, zone), zone);
  const move = (ts: number, byPeriod: boolean): number =>
    byPeriod ? shiftUnit(ts, unit, -1, zone) : shiftUnit(ts, 'day', -days, zone);
  const start = move(from, isMonth(from));
  const end = move(to, isMonth(from) && isMonth(to));
  // An hour skipped on the earlier day is compared with the next hour.
  return { from: start, to: end > start ? end : start + (to - from) };
}

/** Formats a time as `2026-03-29T00:00:00.000+01:00`, with local time and offset. */
export function isoLocal(ts: number, zone: string): string {
  return cached(inner(texts, zone), ts, () => writeIso(ts, zone));
}

function writeIso(ts: number, zone: string): string {
  if (UNIVERSAL.has(zone.toLowerCase())) return new Date(ts).toISOString();
  const offset = zoneOffset(ts, zone);
  if (Number.isNaN(offset)) return '';
  const wall = new Date(ts + offset).toISOString().slice(0, -1);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  // Before standard time, offsets have seconds, which ISO time cannot express.
  const minutes = Math.abs(offset) / MINUTE_MS;
  return `${wall}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

const EPOCH = /^\d{9,16}(?:\.\d+)?$/;
/** Numbers from this value are milliseconds. As seconds, it is the year 5138. */
const EPOCH_MS_FROM = 100_000_000_000;
const CLOCK = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?$/;
const ZONED = /^(.+:.+?)(?:Z|([+-])(\d{2}):?(\d{2}))$/i;

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/**
 * Parses `2026-03-29 02:30:00.000` in a zone, ISO time with an offset, or epoch seconds or milliseconds. Null for a
 * local time skipped by the clock. A time that occurs twice is the first one, or the second one if the first is not
 * after `after`.
 */
export function parseTime(text: string, zone: string, after?: number): number | null {
  const trimmed = text.trim();
  if (EPOCH.test(trimmed)) {
    const number = Number(trimmed);
    return Math.round(number < EPOCH_MS_FROM ? number * 1000 : number);
  }
  const [, clock, sign, hours = 0, minutes = 0] = ZONED.exec(trimmed) ?? [];
  const wall = readWall(clock ?? trimmed);
  if (wall === null) return null;
  if (clock === undefined) return wallInstant(wall, zone, after);
  const ahead = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return sign === '-' ? wall + ahead : wall - ahead;
}

/** Parses a local time as if it were UTC. Null for an invalid time. 24:00 is valid. */
export function readWall(text: string): number | null {
  const parts = CLOCK.exec(text);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const date = new Date(dateAt(year, month, day) * DAY_MS);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || minute > 59 || second > 59)
    return null;
  const millisecond = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const time = hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + millisecond;
  return time <= DAY_MS ? date.getTime() + time : null;
}

/**
 * Returns the instant of a local time in epoch milliseconds. `wall` is the local time as if it were UTC. Null
 * if the clock skips it. For a repeated time, returns the first instant after `after`.
 */
export function wallInstant(wall: number, zone: string, after?: number): number | null {
  const guesses = new Set([-DAY_MS, 0, DAY_MS].map((step) => zoneOffset(wall + step, zone)));
  const instants = [...guesses]
    .map((offset) => wall - offset)
    .filter((ts) => ts + zoneOffset(ts, zone) === wall)
    .sort((a, b) => a - b);
  if (instants.length === 0) return null;
  const later = after === undefined ? undefined : instants.find((ts) => ts > after);
  return later ?? instants[0]!;
}

/**
 * Converts a calendar boundary (a local midnight) of one zone to the same boundary of another zone. "This month" of a
 * site thus equals the month of each of its meters. Other instants are unchanged.
 */
export function moveBoundary(ts: number, from: string, to: string): number {
  if (from === to || startDay(ts, from) !== ts) return ts;
  return startDate(dateOf(ts, from), to);
}
