/** Returns the days that a calendar shows. */
import { addDays, dayText, type Span, startOfDay } from '../dates.ts';

export const CALENDAR_SPANS = ['month', 'week', 'day'] as const;
export type CalendarSpan = (typeof CALENDAR_SPANS)[number];

const WEEK = 7;

/** Returns the Monday of a day's week. */
const monday = (day: Date): Date => addDays(day, -((day.getDay() + 6) % WEEK));

/** Returns all visible days: the whole weeks of a month, a week, or a day. */
export function listShownDays(span: CalendarSpan, around: Date): Date[] {
  const day = startOfDay(around);
  if (span === 'day') return [day];
  if (span === 'week') return Array.from({ length: WEEK }, (_, at) => addDays(monday(day), at));
  const first = new Date(day.getFullYear(), day.getMonth(), 1);
  const last = new Date(day.getFullYear(), day.getMonth() + 1, 0);
  const start = monday(first);
  const weeks = Math.ceil((((first.getDay() + 6) % WEEK) + last.getDate()) / WEEK);
  return Array.from({ length: weeks * WEEK }, (_, at) => addDays(start, at));
}

/** Returns the next or previous span of the same kind. */
export function turnDays(span: CalendarSpan, around: Date, step: 1 | -1): Date {
  if (span === 'month') return new Date(around.getFullYear(), around.getMonth() + step, 1);
  return addDays(startOfDay(around), span === 'week' ? step * WEEK : step);
}

/** Returns the entries of each day, by the text of the day. An entry of several days is on each of them. */
export function entriesByDay<Entry extends { span: Span }>(
  days: readonly Date[],
  entries: readonly Entry[],
): Map<string, Entry[]> {
  const byDay = new Map<string, Entry[]>(days.map((day) => [dayText(day), []]));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return byDay;
  for (const entry of entries) {
    const from = entry.span.from < first ? first : startOfDay(entry.span.from);
    for (let day = from; day <= entry.span.to && day <= last; day = addDays(day, 1))
      byDay.get(dayText(day))?.push(entry);
  }
  return byDay;
}
