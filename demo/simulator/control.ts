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
/** Import that is maintained while discharging, so that a falling load never feeds battery power into the grid. */
const STANDING_IMPORT = 0.01;

/**
 * Returns the wanted charging power, in kW. It is always the surplus. It is more while energy is cheap and the demand
 * allows it.
 */
function chargeWish({ period, soc, need }: Situation, { power }: BatterySpec, ceiling: number): number {
  const cheap = CHARGING[period];
  const room = clamp(ceiling - need, 0, power);
  const bought = cheap ? Math.min(power * cheap.share * clamp((cheap.target - soc) / FADE, 0, 1), room) : 0;
  return Math.max(Math.min(-need, power), bought);
}

/**
 * Returns the wanted discharging power, in kW. It is always the part above the demand limit. While energy is
 * expensive, it is the site's whole need.
 */
function dischargeWish(
  { period, soc, need, dtMs }: Situation,
  { power, capacity }: BatterySpec,
  ceiling: number,
  standing: number,
): number {
  const shaved = Math.min(need - ceiling, power);
  const isDear = period === 'peak' || period === 'sharp';
  // A step of the past lasts up to an hour. Full power for a whole step would also use up the reserve.
  const content = Math.max(0, soc - RESERVE) * capacity * batteryEfficiency(1);
  const willing = Math.min(power * clamp((soc - RESERVE) / FADE, 0, 1), (content * HOUR_MS) / dtMs);
  return Math.max(shaved, isDear ? Math.min(need - standing, willing) : 0);
}

/**
 * Returns the power that the energy management wants from the battery (kW, discharge positive). It always stores PV
 * surplus and shaves demand. It charges while energy is cheap, up to the contracted demand, and supplies the site
 * while energy is expensive. The result is continuous in need and charge, because a step would make the converter
 * oscillate.
 */
export function controlWish(situation: Situation, battery: BatterySpec, grid: GridSpec): number {
  const ceiling = grid.demandLimit * DEMAND_MARGIN;
  const standing = grid.transformer * STANDING_IMPORT;
  const discharge = Math.max(0, dischargeWish(situation, battery, ceiling, standing));
  return discharge - Math.max(0, chargeWish(situation, battery, ceiling));
}
