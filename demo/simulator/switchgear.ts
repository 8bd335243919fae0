/**
 * Simulates the breakers of a site. All are closed, with three exceptions. The spare breaker is open. The breaker of
 * the first array is open at night. The supply breaker is open while the site is off the grid.
 */
import { localTime } from './localTime.ts';
import type { SiteSpec } from './site.ts';

const CLOSED = 1;
const OPEN = 0;
/** Hour of the planned opening. No array generates power then. */
const NIGHT_FROM = 22;
const NIGHT_TO = 4;

export function readSwitchgear(site: SiteSpec, ts: number, islanded: boolean): Record<string, number> {
  const { hour } = localTime(site.zone, ts);
  const isNight = hour >= NIGHT_FROM || hour < NIGHT_TO;
  return {
    qf1: islanded ? OPEN : CLOSED,
    qf2: isNight ? OPEN : CLOSED,
    qf3: site.arrays.length > 1 ? CLOSED : OPEN,
    qf4: CLOSED,
    qf5: CLOSED,
    qf6: OPEN,
  };
}
