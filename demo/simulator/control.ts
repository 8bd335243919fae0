import { batteryEfficiency } from './battery.ts';
import { clamp } from './noise.ts';
import type { BatterySpec, GridSpec, TariffPeriod } from './site.ts';

interface Situation {
  period: TariffPeriod;
  soc: number;
  /** Load and losses less PV: what the bus lacks before the battery acts. */
  need: number;
  /** The time in ms during which the battery follows the request. */
  dtMs: number;
}

const HOUR_MS = 3_600_000;

/** Charging while energy is cheap: the state of charge that it aims at, and its share of the rated power. */
const CHARGING: Readonly<Partial<Record<TariffPeriod, { target: number; share: number }>>> = {
  valley: { target: 0.95, share: 0.8 },
  flat: { target: 0.75, share: 0.5 },
};
/** Content that only demand shaving may use. */
const RESERVE = 0.15;
/** Band of the state of charge in which charging and discharging for the price fade out. */
const FADE = 0.04;
/** Room kept below the contracted demand. */
const DEMAND_MARGIN = 0.92;
/** Import that is kept up while discharging, so that a falling load never feeds the battery into the grid. */
const STANDING_IMPORT = 0.01;

/**
 * The power that charging asks for, in kW: the surplus always, and more while energy is cheap and the demand leaves
 * room.
 */
function chargeWish({ period, soc, need }: Situation, { power }: BatterySpec, ceiling: number): number {
  const cheap = CHARGING[period];
  const room = clamp(ceiling - need, 0, power);
  const bought = cheap ? Math.min(power * cheap.share * clamp((cheap.target - soc) / FADE, 0, 1), room) : 0;
  return Math.max(Math.min(-need, power), bought);
}

/**
 * The power that discharging asks for, in kW: what passes the demand always, and the site's need while energy is dear.
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
 * The power that the energy management asks of the battery (kW, discharge positive): store PV surplus always, charge
 * when energy is cheap without passing the contracted demand, cover the site when it is dear, shave demand always. The
 * wish has no step in need or charge: a set point that jumps at a limit would make the converter swing around it.
 */
export function controlWish(situation: Situation, battery: BatterySpec, grid: GridSpec): number {
  const ceiling = grid.demandLimit * DEMAND_MARGIN;
  const standing = grid.transformer * STANDING_IMPORT;
  const discharge = Math.max(0, dischargeWish(situation, battery, ceiling, standing));
  return discharge - Math.max(0, chargeWish(situation, battery, ceiling));
}
