/**
 * The demand of a month, which is the mean power of its highest quarter hour. It is also computed without the battery.
 * Pure.
 */
import {
  type Decimal,
  decimalText,
  NONE,
  parseDecimal,
  roundDecimal,
} from '../../../runtime/core/numbers/decimal.ts';
import type { DemandMonth, Peak } from '../../platform/db/tables/jsonShapes.ts';
import { decimalOf } from './charge.ts';
import { QUARTER_MS } from './quarters.ts';

/** Rounds to watts, because demand is billed by the figure that is shown. */
const POWER_DECIMALS = 3;
const PERCENT = 0.01;
const QUARTERS_PER_HOUR = 4;

export const roundPower = (power: Decimal): Decimal => roundDecimal(power, POWER_DECIMALS);
export const powerOf = (power: Decimal): number => Number(decimalText(power));

/** Returns the first of the highest quarter hours. Null if none is known. */
export function findPeak(from: number, energies: Float64Array): Peak | null {
  let peak: Peak | null = null;
  for (const [place, energy] of energies.entries()) {
    if (Number.isNaN(energy)) continue;
    const power = powerOf(roundPower(decimalOf(energy).times(QUARTERS_PER_HOUR)));
    if (!peak || power > peak.power) peak = { power, at: from + place * QUARTER_MS };
  }
  return peak;
}

export const countHoles = (energies: Float64Array): number =>
  energies.reduce((sum, energy) => sum + Number(Number.isNaN(energy)), 0);

/** Energies by quarter hours, kWh. Null if the station has no such meter. */
export interface Flows {
  imported: Float64Array;
  exported: Float64Array | null;
  charged: Float64Array | null;
  discharged: Float64Array | null;
}

/** Returns the energy that the station would import with an idle battery. Null if it has no battery. */
export function importedAlone({ imported, exported, charged, discharged }: Flows): Float64Array | null {
  if (!charged && !discharged) return null;
  return imported.map((energy, at) => {
    const need = energy - (exported?.[at] ?? 0) + (discharged?.[at] ?? 0) - (charged?.[at] ?? 0);
    return Number.isNaN(need) ? need : Math.max(0, need);
  });
}

export function judgeMonth(month: string, from: number, flows: Flows): DemandMonth {
  const alone = importedAlone(flows);
  const peak = alone && findPeak(from, alone);
  return {
    month,
    quarters: flows.imported.length,
    holes: countHoles(flows.imported),
    peak: findPeak(from, flows.imported),
    alone: peak && { ...peak, holes: countHoles(alone) },
  };
}

/** The least demand that is billed, as a share of the highest one of the previous months. */
export interface Ratchet {
  percent: number;
  months: number;
  /** The highest demand of these months, and its quarter hour. Null if none is known. */
  highest: number | null;
  at: number | null;
  floor: number | null;
  /** The number of these months in which some quarter hours are not known. */
  incomplete: number;
}

/** `past`: the months before, the newest first. */
export function ratchetOf(percent: number, months: number, past: readonly DemandMonth[]): Ratchet {
  const own = past.slice(0, months);
  const peaks = own.flatMap(({ peak }) => peak ?? []);
  const highest = peaks.toSorted((one, other) => other.power - one.power || one.at - other.at)[0];
  const floor = highest
    ? powerOf(roundPower(decimalOf(highest.power).times(decimalOf(percent)).times(PERCENT)))
    : null;
  return {
    ...{ percent, months, highest: highest?.power ?? null, at: highest?.at ?? null, floor },
    incomplete: own.filter(({ holes }) => holes > 0).length,
  };
}

/** Returns the demand that is billed. Null if the month's own demand is not known. */
export function billedDemand(power: number | null, ratchet: Ratchet | null): Decimal | null {
  if (power === null) return null;
  const [own, floor] = [parseDecimal(power) ?? NONE, parseDecimal(ratchet?.floor ?? 0) ?? NONE];
  return own.gt(floor) ? own : floor;
}
