/** Counts time in working hours of a calendar. */
import { DAY_MS, HOUR_MS, wallInstant, zoneOffset } from './timeWindow.ts';
import { dayAfter, isWorkDay, type WorkCalendar, type WorkHours } from './workDays.ts';

export interface WorkClock extends WorkCalendar {
  zone: string;
  hours: WorkHours;
}

/** Maximum number of consecutive days without work. Beyond it a time limit never ends. */
const MAX_DAYS = 1000;
const MINUTES = 60;
const MINUTE_MS = HOUR_MS / MINUTES;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * MINUTES + Number(time.slice(3, 5));

/** Returns the instant of a local time. A time skipped by the clock is moved an hour later. */
function instantAt(day: string, time: string, zone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutesOf(time) * MINUTE_MS;
  return wallInstant(wall, zone) ?? wall - zoneOffset(wall - DAY_MS, zone);
}

export type Half = 'morning' | 'afternoon';

/**
 * Returns the minutes of work that are possible on a day. Days off and the `absent` halves of a day have
 * none.
 */
export function possibleMinutes(
  { hours, ...calendar }: Pick<WorkClock, 'hours' | 'weekend' | 'days'>,
  day: string,
  absent: readonly Half[] = [],
): number {
  if (!isWorkDay(calendar, day)) return 0;
  const { morningFrom, morningUntil, afternoonFrom, afternoonUntil } = hours;
  const morning = absent.includes('morning') ? 0 : minutesOf(morningUntil) - minutesOf(morningFrom);
  const afternoon = absent.includes('afternoon') ? 0 : minutesOf(afternoonUntil) - minutesOf(afternoonFrom);
  return morning + afternoon;
}

/** Returns the two shifts of a working day, before and after the break. */
function shiftsOf({ zone, hours }: WorkClock, day: string): [from: number, until: number][] {
  const { morningFrom, morningUntil, afternoonFrom, afternoonUntil } = hours;
  return [
    [instantAt(day, morningFrom, zone), instantAt(day, morningUntil, zone)],
    [instantAt(day, afternoonFrom, zone), instantAt(day, afternoonUntil, zone)],
  ];
}

/** Returns the instant after a number of working hours. */
export function afterWorkHours(count: number, from: number, clock: WorkClock): number {
  let left = count * HOUR_MS;
  let day = new Date(from + zoneOffset(from, clock.zone)).toISOString().slice(0, 10);
  for (let seen = 0; seen < MAX_DAYS; seen++, day = dayAfter(day)) {
    if (!isWorkDay(clock, day)) continue;
    for (const [begin, until] of shiftsOf(clock, day)) {
      const start = Math.max(begin, from);
      if (start + left <= until) return start + left;
      left -= Math.max(0, until - start);
    }
  }
  return from + count * HOUR_MS;
}
