/** The days that a rule of RFC 5545 names. Days have no clock, so that no time zone moves them. */
import { RRuleTemporal } from 'rrule-temporal';

/** So many candidates are tried: a rule that names no day at all ends here, and a daily one after some decades. */
const MAX_ITERATIONS = 30_000;

const spell = (day: string): string => `${day.replaceAll('-', '')}T000000Z`;
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The days of a rule that begins with the day `start`, in their order: those from `from` to `to`, both included. */
export function ruleDays(rule: string, start: string, { from, to }: { from: string; to: string }): string[] {
  if (to < from || to < start) return [];
  const rules = new RRuleTemporal({
    rruleString: `DTSTART:${spell(start)}\nRRULE:${rule}`,
    maxIterations: MAX_ITERATIONS,
  });
  return rules
    .between(startOf(from < start ? start : from), startOf(to), true)
    .map((day) => new Date(day.epochMilliseconds).toISOString().slice(0, 10));
}
