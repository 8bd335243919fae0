import { batteryEfficiency } from './battery.ts';
import { clamp } from './noise.ts';
import type { BatterySpec, GridSpec, TariffPeriod } from './site.ts';

interface Situation {
  period: TariffPeriod;
  soc: number;
  /** Load and losses minus PV: the power that the bus needs without the battery. */
  need: number;
  /** The time in ms during which the battery follows the request. */
  dtMs: number;
}

const HOUR_MS = 3_600_000;

/** Charging while energy is cheap: the target state of charge, and the share of the rated power. */
const CHARGING: Readonly<Partial<Record<TariffPeriod, { target: number; share: number }>>> = {
  valley: { target: 0.95, share: 0.8 },
  flat: { target: 0.75, share: 0.5 },
};
/** State of charge that only demand shaving may use. */
const RESERVE = 0.15;
/** Band of the state of charge in which charging and discharging for the price fade out. */
const FADE = 0.04;
/** Share of the contracted demand that may be used. */
const DEMAND_MARGIN = 0.92;
/** Import that is kept while discharging, so that a falling load never feeds the battery into the grid. */
const STANDING_IMPORT = 0.01;

/**
 * Returns the power that charging wants, in kW. It is always the surplus, and more while energy is cheap and the demand
 * leaves room.
 */
function chargeWish({ period, soc, need }: Situation, { power }: BatterySpec, ceiling: number): number {
  const cheap = CHARGING[period];
  const room = clamp(ceiling - need, 0, power);
  const bought = cheap ? Math.min(power * cheap.share * clamp((cheap.target - soc) / FADE, 0, 1), room) : 0;
  return Math.max(Math.min(-need, power), bought);
}

/**
 * Returns the power that discharging wants, in kW. It is always the part above the demand limit, and the site's need
 * while energy is expensive.
 */
function dischargeWish(
  { period, soc, need, dtMs }: Situation,
  { power, capacity }: BatterySpec,
  ceiling: number,
  standing: number,
): number {
  const shaved = Math.min(need - ceiling, power);
  const isDear = period === 'peak' || period === 'sharp';
  // A step of the past lasts up to an hour. Full power during all of it would use up the reserve, too.
  const content = Math.max(0, soc - RESERVE) * capacity * batteryEfficiency(1);
  const willing = Math.min(power * clamp((soc - RESERVE) / FADE, 0, 1), (content * HOUR_MS) / dtMs);
  return Math.max(shaved, isDear ? Math.min(need - standing, willing) : 0);
}

/**
 * Returns the power that the energy management wants from the battery (kW, discharge positive). It always stores PV
 * surplus and shaves demand. It charges when energy is cheap without passing the contracted demand, and covers the site
 * when it is expensive. The wish has no step in need or charge, because a jumping set point would make the converter
 * oscillate around it.
 */
export function controlWish(situation: Situation, battery: BatterySpec, grid: GridSpec): number {
  const ceiling = grid.demandLimit * DEMAND_MARGIN;
  const standing = grid.transformer * STANDING_IMPORT;
  const discharge = Math.max(0, dischargeWish(situation, battery, ceiling, standing));
  return discharge - Math.max(0, chargeWish(situation, battery, ceiling));
}
