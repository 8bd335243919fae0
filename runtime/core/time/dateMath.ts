/** Date arithmetic in expressions. Dates have no time and no time zone. It also computes the time between moments. */
import { ExpressionError, isEmpty } from '../numbers/arithmetic.ts';

const DAY_MS = 86_400_000;
const MONTHS: Readonly<Record<string, number>> = { month: 1, year: 12 };
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7 };

const MOMENTS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000 };

/** Units for the time between two moments. */
export const MOMENT_UNITS = Object.keys(MOMENTS);

/** Units for the time between two dates. */
export const DATE_UNITS = [...Object.keys(DAYS), ...Object.keys(MONTHS)];

/** Returns the date as midnight UTC in milliseconds. NaN for an invalid date such as 30 February. */
function readDate(value: unknown): number {
  const time = Date.parse(`${value}T00:00Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(`${value}T`))
    throw new ExpressionError('failed', `${JSON.stringify(value)} is no date`);
  return time;
}

/** Returns a moment with its offset, in milliseconds. */
function readMoment(value: unknown): number {
  const time = Date.parse(String(value));
  if (Number.isNaN(time)) throw new ExpressionError('failed', `${JSON.stringify(value)} is no moment`);
  return time;
}

const writeDate = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the same day of another month, or the last day of a shorter month. */
function shiftMonths(time: number, count: number): number {
  const date = new Date(time);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + count, date.getUTCDate()];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, last));
}

function addTo(date: unknown, count: unknown, unit: unknown): string {
  const by = Number(count);
  if (!Number.isInteger(by))
    throw new ExpressionError('notNumber', `${JSON.stringify(count)} is no whole number`);
  const time = readDate(date);
  const months = MONTHS[String(unit)];
  const moved = months ? shiftMonths(time, by * months) : time + by * (DAYS[String(unit)] ?? 1) * DAY_MS;
  if (!(Math.abs(moved) < Date.UTC(9999, 11, 31)))
    throw new ExpressionError('tooLarge', 'the date lies beyond the calendar');
  return writeDate(moved);
}

/** Returns the number of whole units between two dates. Negative if the second date is earlier. */
function countBetween(first: unknown, second: unknown, unit: unknown): number {
  const length = MOMENTS[String(unit)];
  if (length) return Math.trunc((readMoment(second) - readMoment(first)) / length) || 0;
  const [from, to] = [readDate(first), readDate(second)];
  const months = MONTHS[String(unit)];
  if (!months) return Math.trunc((to - from) / DAY_MS / (DAYS[String(unit)] ?? 1));
  if (to < from) return -countBetween(second, first, unit) || 0;
  const [start, end] = [new Date(from), new Date(to)];
  const span = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  return Math.trunc((shiftMonths(from, span) > to ? span - 1 : span) / months);
}

type Operator = (operands: unknown) => unknown;

const overDates =
  (work: (first: unknown, second: unknown, unit: unknown) => unknown): Operator =>
  (operands) => {
    const [first, second, unit = 'day'] = [operands].flat();
    return isEmpty(first) || isEmpty(second) ? null : work(first, second, unit);
  };

export const dateMath: Record<string, Operator> = {
  dateAdd: overDates(addTo),
  dateDiff: overDates(countBetween),
};
