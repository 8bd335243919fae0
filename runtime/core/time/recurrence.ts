/** Computes the days of an RFC 5545 rule. Days have no time and no time zone. */
import { RRuleTemporal } from 'rrule-temporal';

/** Maximum number of candidates. It stops rules without matching days, and daily rules after some decades. */
const MAX_ITERATIONS = 30_000;

const spell = (day: string): string => `${day.replaceAll('-', '')}T000000Z`;
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Returns the days of a rule that starts on `start`, from `from` to `to`, both included, in order. */
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
