/** The demand of a month: the mean power of its highest quarter hour. Also computed without the battery. Pure. */
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

/** Rounds to watts, because the displayed demand is billed. */
const POWER_DECIMALS = 3;
const PERCENT = 0.01;
const QUARTERS_PER_HOUR = 4;

export const roundPower = (power: Decimal): Decimal => roundDecimal(power, POWER_DECIMALS);
export const powerOf = (power: Decimal): number => Number(decimalText(power));

/** Returns the highest quarter hour, the first one of equals. Null if none is known. */
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

/** Energies per quarter hour, in kWh. Null if the station has no such meter. */
export interface Flows {
  imported: Float64Array;
  exported: Float64Array | null;
  charged: Float64Array | null;
  discharged: Float64Array | null;
}

/** Returns the imported energy with an idle battery. Null without a battery. */
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

/** The minimum billed demand, as a share of the highest demand of previous months. */
export interface Ratchet {
  percent: number;
  months: number;
  /** The highest demand of the previous months, with its quarter hour. Null if none is known. */
  highest: number | null;
  at: number | null;
  floor: number | null;
  /** Number of previous months with unknown quarter hours. */
  incomplete: number;
}

/** `past`: the previous months, newest first. */
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

/** Returns the billed demand. Null if the month's own demand is unknown. */
export function billedDemand(power: number | null, ratchet: Ratchet | null): Decimal | null {
  if (power === null) return null;
  const [own, floor] = [parseDecimal(power) ?? NONE, parseDecimal(ratchet?.floor ?? 0) ?? NONE];
  return own.gt(floor) ? own : floor;
}
