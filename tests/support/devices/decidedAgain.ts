/** Repeats a decision of a stored strategy, from the measured values in a line of its history. */
import { DAY_MS, zoneOffset } from '../../../runtime/core/time/timeWindow.ts';
import { decide } from '../../../server/sites/strategies/decide.ts';
import { type Entered, limitsOf, type Ratings } from '../../../server/sites/strategies/limits.ts';
import type { Plan } from '../../../server/sites/strategies/plan.ts';

export interface DecidedLine {
  at: string;
  soc: number;
  grid: number;
  measured: number;
}

export function decideAgain(
  plan: Plan & { limits: Entered | null; zone: string },
  ratings: Ratings,
  { at, soc, grid, measured: power }: DecidedLine,
) {
  const now = Date.parse(at);
  const minute = Math.floor(((now + zoneOffset(now, plan.zone)) % DAY_MS) / 60_000);
  const limits = limitsOf(plan.limits ?? {}, ratings);
  const {
    wish,
    power: sent,
    limit,
  } = decide({
    ...{ plan, limits, minute, now, last: null },
    measured: { soc, grid, power },
  });
  return { wish, power: sent, limit };
}
