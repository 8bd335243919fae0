import { clamp } from './noise.ts';
import type { BatterySpec, GridSpec, TariffPeriod } from './site.ts';

interface Situation {
  period: TariffPeriod;
  soc: number;
  /** Load and losses less PV: what the bus lacks before the battery acts. */
  need: number;
}

/** State of charge that a night's and a midday's charging aims at. */
const NIGHT_TARGET = 0.95;
const MIDDAY_TARGET = 0.75;
/** Content that only demand shaving may use, and the band in which discharging for the price fades out. */
const RESERVE = 0.15;
const FADE = 0.04;
/** Room kept below the contracted demand. */
const DEMAND_MARGIN = 0.92;
/** Import that is kept up while discharging, so that a falling load never feeds the battery into the grid. */
const STANDING_IMPORT = 0.01;

/**
 * What the energy management asks of the battery (kW, discharge positive): store PV surplus always, charge when
 * energy is cheap without passing the contracted demand, cover the site when it is dear, shave demand otherwise.
 */
export function controlWish(situation: Situation, battery: BatterySpec, grid: GridSpec): number {
  const { period, soc, need } = situation;
  const ceiling = grid.demandLimit * DEMAND_MARGIN;
  if (need < 0) return -Math.min(-need, battery.power);
  if (need > ceiling) return Math.min(need - ceiling, battery.power);
  const headroom = Math.max(0, ceiling - need);
  if (period === 'valley') return soc < NIGHT_TARGET ? -Math.min(battery.power * 0.8, headroom) : 0;
  if (period === 'flat') return soc < MIDDAY_TARGET ? -Math.min(battery.power * 0.5, headroom) : 0;
  const willing = battery.power * clamp((soc - RESERVE) / FADE, 0, 1);
  return Math.min(Math.max(0, need - grid.transformer * STANDING_IMPORT), willing);
}
