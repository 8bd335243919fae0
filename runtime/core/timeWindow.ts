/**
 * Time windows in a zone: where hours, days, months and years begin, and what "this month" is.
 * Instants are milliseconds since 1970; a window is half-open, [from, to). Days of 23 and 25 hours come
 * out of the zone's own rules.
 */
import { DateTime, IANAZone } from 'luxon';

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
const MINUTE_MS = 60_000;
/** More boundaries than this are a mistake in the request, not a question. */
export const MAX_BUCKETS = 20_000;
const CACHE_LIMIT = 50_000;

export function isZone(zone: string): boolean {
  return IANAZone.isValidZone(zone);
}

function cached<K, V>(cache: Map<K, V>, key: K, make: () => V): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const value = make();
  cache.set(key, value);
  return value;
}

const zones = new Map<string, IANAZone>();
const offsets = new Map<string, Map<number, number>>();
const dayStarts = new Map<string, Map<number, number>>();
/** Of months and years, by their days; and what follows a start: many widgets ask for the same few. */
const starts = new Map<string, Map<number, number>>();
const nexts = new Map<string, Map<number, number>>();
/** Starts of buckets as texts: hundreds of variables are answered by the same ones. */
const texts = new Map<string, Map<number, string>>();

function inner<V>(cache: Map<string, Map<number, V>>, zone: string): Map<number, V> {
  return cached(cache, zone, () => new Map<number, V>());
}

/** What the zone's clock is ahead of UTC at an instant. Clocks change on quarter hours only. */
export function zone_offset(ts: number, zone: string): number {
  const quarter = Math.floor(ts / QUARTER_MS);
  return cached(inner(offsets, zone), quarter, () => {
    const rules = cached(zones, zone, () => IANAZone.create(zone));
    return Math.round(rules.offset(quarter * QUARTER_MS) * MINUTE_MS);
  });
}

/**
 * Start of the clock hour around an instant. Where the clock is moved by less than an hour inside it, the
 * hour is cut at that moment, so that hours never overlap.
 */
export function hour_start(ts: number, zone: string): number {
  const offset = zone_offset(ts, zone);
  const start = ts - mod(ts + offset, HOUR_MS);
  if (zone_offset(start, zone) === offset) return start;
  let cut = Math.ceil(start / QUARTER_MS) * QUARTER_MS;
  while (zone_offset(cut, zone) !== offset) cut += QUARTER_MS;
  return cut;
}

export function hour_end(start: number, zone: string): number {
  const offset = zone_offset(start, zone);
  const end = start + HOUR_MS - mod(start + offset, HOUR_MS);
  for (let cut = start + QUARTER_MS; cut < end; cut += QUARTER_MS) {
    if (zone_offset(cut, zone) !== offset) return cut;
  }
  return end;
}

/** Start of the local day around an instant (not always midnight: some zones skip it once a year). */
export function day_start(ts: number, zone: string): number {
  const day = Math.floor((ts + zone_offset(ts, zone)) / DAY_MS);
  return cached(inner(dayStarts, zone), day, () =>
    DateTime.fromMillis(ts, { zone }).startOf('day').toMillis(),
  );
}

export function day_end(start: number, zone: string): number {
  return unit_next(start, 'day', zone);
}

export function unit_start(ts: number, unit: CalendarUnit, zone: string): number {
  if (unit === 'hour') return hour_start(ts, zone);
  const day = day_start(ts, zone);
  if (unit === 'day') return day;
  return cached(inner(starts, `${unit} ${zone}`), day, () =>
    DateTime.fromMillis(day, { zone }).startOf(unit).toMillis(),
  );
}

/** The start that follows the start of a unit. */
export function unit_next(start: number, unit: CalendarUnit, zone: string): number {
  if (unit === 'hour') return hour_end(start, zone);
  return cached(inner(nexts, `${unit} ${zone}`), start, () =>
    DateTime.fromMillis(start, { zone })
      .plus({ [unit]: 1 })
      .startOf(unit)
      .toMillis(),
  );
}

/** Moves an instant by whole calendar units on the local clock. */
export function unit_shift(ts: number, unit: CalendarUnit, count: number, zone: string): number {
  return DateTime.fromMillis(ts, { zone })
    .plus({ [unit]: count })
    .toMillis();
}

/** All boundaries of a window: its ends, and every start of a bucket between them. */
export function bucket_bounds(window: TimeWindow, bucket: Bucket, zone: string): number[] {
  const { from, to } = window;
  if (!(from < to)) return [];
  const bounds = [from];
  if (bucket !== 'total') {
    let next = unit_next(unit_start(from, bucket, zone), bucket, zone);
    while (next < to) {
      if (bounds.length >= MAX_BUCKETS) throw new RangeError(`more than ${MAX_BUCKETS} buckets`);
      bounds.push(next);
      next = unit_next(next, bucket, zone);
    }
  }
  bounds.push(to);
  return bounds;
}

export type PeriodType = 'DAY' | 'MONTH' | 'YEAR';

const PERIOD_UNIT = { DAY: 'day', MONTH: 'month', YEAR: 'year' } as const;
const PERIOD_BUCKET = { DAY: 'hour', MONTH: 'day', YEAR: 'month' } as const;

/** The whole day, month or year around an instant, and the buckets it is shown in. */
export function period_around(ts: number, type: PeriodType, zone: string): TimeWindow & { bucket: Bucket } {
  const unit = PERIOD_UNIT[type];
  const from = unit_start(ts, unit, zone);
  return { from, to: unit_next(from, unit, zone), bucket: PERIOD_BUCKET[type] };
}

/** The period that lies `count` whole periods before the one around an instant. */
export function period_before(ts: number, type: PeriodType, zone: string, count = 1): TimeWindow {
  const unit = PERIOD_UNIT[type];
  const { from } = period_around(ts, type, zone);
  const earlier = unit_start(unit_shift(from, unit, -count, zone), unit, zone);
  return { from: earlier, to: unit_next(earlier, unit, zone) };
}

/**
 * The same window one day, month or year earlier on the local clock: what "yesterday", "last month" and "last year"
 * mean wherever periods are compared. The 31st is compared with the last day of a shorter month; days that such a
 * month lacks altogether with as many days from there.
 */
export function window_before({ from, to }: TimeWindow, type: PeriodType, zone: string): TimeWindow {
  const unit = PERIOD_UNIT[type];
  const start = unit_shift(from, unit, -1, zone);
  const end = unit_shift(to, unit, -1, zone);
  if (end > start) return { from: start, to: end };
  const isDays = day_start(from, zone) === from && day_start(to, zone) === to;
  const days = Math.max(1, Math.round((to - from) / DAY_MS));
  return { from: start, to: isDays ? unit_shift(start, 'day', days, zone) : start + (to - from) };
}

/** `2026-03-29T00:00:00.000+01:00`: reads as an instant and as the local clock at once. */
export function iso_local(ts: number, zone: string): string {
  return cached(
    inner(texts, zone),
    ts,
    () => DateTime.fromMillis(ts, { zone }).toISO({ includeOffset: true }) ?? '',
  );
}

const ZONED = /(?:Z|[+-]\d{2}:?\d{2})$/i;
const EPOCH = /^\d{9,16}(?:\.\d+)?$/;
/** From here on a bare number can only be milliseconds (as seconds it would be the year 5138). */
const EPOCH_MS_FROM = 100_000_000_000;
const LOCAL = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?$/;

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/**
 * Reads `2026-03-29 02:30:00.000` on the clock of a zone, ISO time with its own offset, or epoch seconds
 * or milliseconds. A local time that the clock skipped is null; one that it shows twice is the first, or
 * the second where the first would not come after `after`.
 */
export function time_parse(text: string, zone: string, after?: number): number | null {
  const trimmed = text.trim();
  if (EPOCH.test(trimmed)) {
    const number = Number(trimmed);
    return Math.round(number < EPOCH_MS_FROM ? number * 1000 : number);
  }
  if (ZONED.test(trimmed) && trimmed.includes(':')) {
    const zoned = DateTime.fromISO(trimmed.replace(' ', 'T'), { setZone: true });
    return zoned.isValid ? zoned.toMillis() : null;
  }
  return local_parse(trimmed, zone, after);
}

function local_parse(text: string, zone: string, after?: number): number | null {
  const parts = LOCAL.exec(text);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const millisecond = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const wall = DateTime.fromObject({ year, month, day, hour, minute, second, millisecond }, { zone: 'utc' });
  if (!wall.isValid) return null;
  return wall_instant(wall.toMillis(), zone, after);
}

/** The instant at which a zone's clock shows a time (given as if it were UTC); null when it never does. */
export function wall_instant(wall: number, zone: string, after?: number): number | null {
  const guesses = new Set([-DAY_MS, 0, DAY_MS].map((step) => zone_offset(wall + step, zone)));
  const instants = [...guesses]
    .map((offset) => wall - offset)
    .filter((ts) => ts + zone_offset(ts, zone) === wall)
    .sort((a, b) => a - b);
  if (instants.length === 0) return null;
  const later = after === undefined ? undefined : instants.find((ts) => ts > after);
  return later ?? instants[0]!;
}

/**
 * A calendar boundary (a local midnight) of one zone becomes the same boundary of another: "this month"
 * of a site is the month of each of its meters. Any other instant stays what it is.
 */
export function boundary_move(ts: number, from: string, to: string): number {
  if (from === to || day_start(ts, from) !== ts) return ts;
  const noon = DateTime.fromMillis(ts, { zone: from }).set({ hour: 12 });
  return noon.setZone(to, { keepLocalTime: true }).startOf('day').toMillis();
}
