/**
 * Computes the amount of leave in a span, by the calendar and the rules of the leave type. Amounts are days or hours.
 */
import {
  dayAfter,
  isWorkDay,
  type WorkCalendar,
  type WorkHours,
} from '../../../runtime/core/time/workDays.ts';
import type { Policy } from './policy.ts';

export type Half = 'morning' | 'afternoon';

export interface LeaveSpan {
  startDate: string;
  endDate: string;
  /** True if the first day begins at noon (`startHalf`), or the last day ends at noon (`endHalf`). */
  startHalf: boolean;
  endHalf: boolean;
  startTime: string | null;
  endTime: string | null;
}

/** Half a day of a user's leave. `amount` is in days or in hours, as its type defines. */
export interface LeaveHalf {
  day: string;
  half: Half;
  amount: number;
}

/** Returns the key of a half day, so that halves can be compared. */
export const halfKey = ({ day, half }: { day: string; half: string }): string => `${day} ${half}`;

const HALF_DAY = 0.5;
const HALF_HOUR = 30;
const HOUR = 60;
/** The maximum length of leave. More than a year is an error. */
const MAX_DAYS = 366;

const minuteOf = (time: string): number => {
  const [hour, minute] = time.split(':').map(Number);
  return hour! * HOUR + minute!;
};

function daysBetween(from: string, until: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= until && days.length <= MAX_DAYS; day = dayAfter(day)) days.push(day);
  return days;
}

/** Returns whether a day counts: any day, any day except public holidays, or working days only. */
function countsOn(counts: Policy['counts'], calendar: WorkCalendar, day: string): boolean {
  if (counts === 'calendar') return true;
  if (counts === 'noHoliday') return calendar.days.get(day) !== 'holiday';
  return isWorkDay(calendar, day);
}

function halvesOfDays(span: LeaveSpan, counts: Policy['counts'], calendar: WorkCalendar): LeaveHalf[] {
  return daysBetween(span.startDate, span.endDate)
    .filter((day) => countsOn(counts, calendar, day))
    .flatMap((day) => {
      const halves: LeaveHalf[] = [];
      if (!(span.startHalf && day === span.startDate))
        halves.push({ day, half: 'morning', amount: HALF_DAY });
      if (!(span.endHalf && day === span.endDate)) halves.push({ day, half: 'afternoon', amount: HALF_DAY });
      return halves;
    });
}

/** Returns the minutes of work between two times of a day. */
function overlap(from: number, until: number, workFrom: string, workUntil: string): number {
  return Math.max(0, Math.min(until, minuteOf(workUntil)) - Math.max(from, minuteOf(workFrom)));
}

/**
 * Returns the half days of a leave in hours. The hours of each half day are rounded up to the next half hour.
 */
function halvesOfHours(span: LeaveSpan, calendar: WorkCalendar, hours: WorkHours): LeaveHalf[] {
  const hoursOf = (minutes: number): number => (Math.ceil(minutes / HALF_HOUR) * HALF_HOUR) / HOUR;
  return daysBetween(span.startDate, span.endDate)
    .filter((day) => isWorkDay(calendar, day))
    .flatMap((day) => {
      const from = day === span.startDate ? minuteOf(span.startTime ?? '00:00') : 0;
      const until = day === span.endDate ? minuteOf(span.endTime ?? '24:00') : 24 * HOUR;
      const morning = overlap(from, until, hours.morningFrom, hours.morningUntil);
      const afternoon = overlap(from, until, hours.afternoonFrom, hours.afternoonUntil);
      return [
        { day, half: 'morning' as const, amount: hoursOf(morning) },
        { day, half: 'afternoon' as const, amount: hoursOf(afternoon) },
      ].filter(({ amount }) => amount > 0);
    });
}

/** Returns the half days that a leave takes. Empty if its span contains no working time. */
export const leaveHalves = (
  span: LeaveSpan,
  counts: Policy['counts'],
  calendar: WorkCalendar,
  hours: WorkHours,
): LeaveHalf[] =>
  counts === 'hours' ? halvesOfHours(span, calendar, hours) : halvesOfDays(span, counts, calendar);

export const amountOf = (halves: readonly { amount: number }[]): number =>
  halves.reduce((sum, { amount }) => sum + amount, 0);

/** Returns the hours of a whole working day. */
export const dayHours = ({ morningFrom, morningUntil, afternoonFrom, afternoonUntil }: WorkHours): number =>
  (minuteOf(morningUntil) - minuteOf(morningFrom) + minuteOf(afternoonUntil) - minuteOf(afternoonFrom)) /
  HOUR;

/** Returns the day on which a number of counted days ends. */
export function lastDayOf(
  from: string,
  amount: number,
  counts: Policy['counts'],
  calendar: WorkCalendar,
): string {
  let [day, left] = [from, amount];
  while (left > 0) {
    if (countsOn(counts, calendar, day)) left -= 1;
    if (left > 0) day = dayAfter(day);
  }
  return day;
}
