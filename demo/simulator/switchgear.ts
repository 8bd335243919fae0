/**
 * The breakers of a simulated site: all closed but the spare one, that of the first array at night, and that of the supply
 * while the site runs off the grid.
 */
import { localTime } from './localTime.ts';
import type { SiteSpec } from './site.ts';

const CLOSED = 1;
const OPEN = 0;
/** When it is opened as planned: nothing is generated then anywhere. */
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
