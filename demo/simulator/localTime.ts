import { zoneOffset } from '../../runtime/core/time/timeWindow.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

interface LocalTime {
  /** Days since 1970-01-01 in local time. */
  day: number;
  /** Hours since local midnight, 0–24. */
  hour: number;
  /** 0 Sunday … 6 Saturday. */
  weekday: number;
}

export function localTime(zone: string, ts: number): LocalTime {
  const local = ts + zoneOffset(ts, zone);
  const day = Math.floor(local / DAY_MS);
  return { day, hour: (local - day * DAY_MS) / HOUR_MS, weekday: (((day + 4) % 7) + 7) % 7 };
}
