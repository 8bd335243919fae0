/**
 * Computes a user's entitlement in a year from their days of work and the versions of the rules. Days are ISO dates.
 */
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { type Policy, versionOn } from './policy.ts';

export interface Employment {
  /** The first day of work for any employer. */
  firstWorkDate: string | null;
  /** The first and the last day with this employer. */
  joinDate: string | null;
  leftOn: string | null;
}

/**
 * Part years are counted in days of a common year, as the law requires. A leap year does not increase the entitlement.
 */
const YEAR_DAYS = 365;
const MONTHS = 12;
/** A user who joins on or before this day is counted for the month. */
const HALF_OF_MONTH = 15;

const partsOf = (day: string): [year: number, month: number, date: number] => {
  const [year, month, date] = day.split('-').map(Number);
  return [year!, month!, date!];
};

const isoDay = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);

/** Returns the same day some months later, or the last day of a shorter month. */
export function monthsLater(day: string, count: number): string {
  const [year, month, date] = partsOf(day);
  const last = Number(isoDay(year, month + count + 1, 0).slice(8));
  return isoDay(year, month + count, Math.min(date, last));
}

/** Returns the last day of the month that is some months after the month of `day`. */
export function monthEndLater(day: string, count: number): string {
  const [year, month] = partsOf(day);
  return isoDay(year, month + count + 1, 0);
}

/** Returns the number of full working years on a day. */
function yearsOn(firstWorkDate: string, day: string): number {
  const [from, to] = [partsOf(firstWorkDate), partsOf(day)];
  const isBefore = to[1] < from[1] || (to[1] === from[1] && to[2] < from[2]);
  return to[0] - from[0] - (isBefore ? 1 : 0);
}

function amountOn({ tiers }: Policy, years: number): number {
  const reached = tiers.filter((tier) => tier.years <= years);
  return Math.max(0, ...reached.map(({ amount }) => amount));
}

/**
 * Returns the first day with an entitlement: the user works here, and has worked long enough for any
 * employer. Null if the days of work are unknown.
 */
export function entitledFrom(
  { afterMonths }: Pick<Policy, 'afterMonths'>,
  { firstWorkDate, joinDate }: Employment,
): string | null {
  const first = firstWorkDate ?? joinDate;
  if (first === null) return null;
  const waited = monthsLater(first, afterMonths);
  return joinDate !== null && joinDate > waited ? joinDate : waited;
}

const later = (one: string, other: string): string => (one > other ? one : other);
const sooner = (one: string, other: string | null): string => (other !== null && other < one ? other : one);

/** Rounds a ratio down to a multiple of the step, without floating-point errors. */
function downTo(step: number, dividend: number, divisor: number): number {
  const perStep = divisor * step;
  return Math.floor(Math.round(dividend * 1e6) / Math.round(perStep * 1e6)) * step;
}

/** Returns the sum over the days of a year. Each day adds a 365th of the yearly amount that applies on it. */
function yearly(versions: readonly Policy[], person: Employment, year: number): number {
  const first = person.firstWorkDate ?? person.joinDate;
  const [latest] = versions.slice(-1);
  if (first === null || !latest) return 0;
  let [sum, full] = [0, 0];
  let step = latest.step;
  const end = sooner(`${year}-12-31`, person.leftOn);
  for (let day = `${year}-01-01`; day <= end; day = dayAfter(day)) {
    const policy = versionOn(versions, day);
    const from = policy && entitledFrom(policy, person);
    if (!policy || !from || day < from) continue;
    const amount = amountOn(policy, yearsOn(first, day));
    step = policy.step;
    sum += amount;
    full = Math.max(full, amount);
  }
  return Math.min(full, downTo(step, sum, YEAR_DAYS));
}

/** Adds up the entitlement of the months that are over by the end of `until`. */
function monthly(versions: readonly Policy[], person: Employment, year: number, until: string): number {
  let twelfths = 0;
  let step = 1;
  for (let month = 1; month <= MONTHS; month++) {
    const end = isoDay(year, month + 1, 0);
    const policy = versionOn(versions, end);
    const from = policy && entitledFrom(policy, person);
    if (!policy || !from || end > until || (person.leftOn !== null && person.leftOn < end)) continue;
    if (from > isoDay(year, month, HALF_OF_MONTH)) continue;
    twelfths += amountOn(policy, yearsOn(person.firstWorkDate ?? person.joinDate ?? from, end));
    step = policy.step;
  }
  return downTo(step, twelfths, MONTHS);
}

/** Computes a user's entitlement for a year, with the data of `today`. */
export function entitlement(
  versions: readonly Policy[],
  person: Employment,
  year: number,
  today: string,
): number {
  const granting = versionOn(versions, later(`${year}-01-01`, sooner(today, `${year}-12-31`)))?.given;
  if (granting === 'yearly') return yearly(versions, person, year);
  return granting === 'monthly' ? monthly(versions, person, year, today) : 0;
}

/** Returns the day on which a user receives a year's entitlement. */
export function findGivenDay(policy: Policy, person: Employment, year: number): string {
  return later(`${year}-01-01`, entitledFrom(policy, person) ?? '');
}

const CENTS = 100;
/** The number of paid days of a month, by which wages are divided. */
const DAYS_PAID = 21.75;

/** Returns the payment in cents for days that could not be taken. It is additional to the wage for these days. */
export function payOutCents(days: number, monthlyWage: number): number {
  return Math.round(((monthlyWage * CENTS) / DAYS_PAID) * 2 * days);
}
