import { LRUCache } from 'lru-cache';

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CACHE_LIMIT = 20_000;

interface LocalTime {
  /** Days since 1970-01-01 in local time. */
  day: number;
  /** Hours since local midnight, 0–24. */
  hour: number;
  /** 0 Sunday … 6 Saturday. */
  weekday: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new LRUCache<string, number>({ max: CACHE_LIMIT });

function measureOffset(zone: string, ts: number): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  const name = format.formatToParts(ts).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /([+-])(\d\d):(\d\d)/.exec(name);
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}

/** Offset from UTC; remembered per quarter of an hour, because no zone changes its clock in between. */
function offsetAt(zone: string, ts: number): number {
  const quarter = Math.floor(ts / QUARTER_MS);
  const key = `${zone}|${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = measureOffset(zone, quarter * QUARTER_MS);
    offsets.set(key, offset);
  }
  return offset;
}

export function localTime(zone: string, ts: number): LocalTime {
  const local = ts + offsetAt(zone, ts);
  const day = Math.floor(local / DAY_MS);
  return { day, hour: (local - day * DAY_MS) / HOUR_MS, weekday: (((day + 4) % 7) + 7) % 7 };
}
