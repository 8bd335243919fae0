/**
 * Compares generation units with the sun and with their neighbours, by ten-minute means in which NaN is a gap. Pure.
 */
import { HOUR_MS } from '../../../runtime/core/time/timeWindow.ts';
import { SLOT_MS } from '../telemetry/read/meanSlots.ts';

export interface UnitMeans {
  /** Units of one group are neighbours: the inverters of a station, or the strings of an inverter. */
  group: string;
  /** kWp. Null if it was not entered. */
  peak: number | null;
  /** kW. */
  power: Float64Array;
  /** Irradiance in the plane of its modules, in W/m². Null without a sensor. */
  irradiance: Float64Array | null;
  /** Temperature of its modules, °C. */
  module: Float64Array | null;
}

export interface SiteMeans {
  /** Start of the first slot, at a full hour. */
  start: number;
  /** °C. */
  air: Float64Array | null;
  /** True for each slot in which an export limit reduced the station's power. */
  curtailed: readonly boolean[];
}

export type Basis = 'irradiance' | 'neighbours';
export type Verdict = 'suspect' | 'ok' | 'tooFew' | 'noNeighbours' | 'noPeak';

/** An hour of a unit with enough means. */
interface UnitHour {
  from: number;
  /** Energy of the whole hour in kWh. */
  energy: number;
  /** Sums of the valid slots. Slots at night, under snow or with curtailed power are not valid. */
  counted: { energy: number; expected: number | null; sun: number | null; warmSun: number | null } | null;
  /** Generation in a clear hour, as a share of the expectation from its neighbours. */
  ratio: number | null;
}

export interface UnitFigures {
  basis: Basis;
  energy: number | null;
  expected: number | null;
  pr: number | null;
  prCorrected: number | null;
  /** Generation in the last clear hours, as a share of the expectation from its neighbours. */
  ratio: number | null;
  /** Energy deficit per hour compared with the neighbours, in kWh. Negative for a surplus. */
  lacks: { from: number; kWh: number }[];
  clearHours: number;
  /** Number of complete hours. */
  hours: number;
  verdict: Verdict;
  suspectSince: number | null;
  /** True if every clear hour of the window was suspect. The fault may then have started earlier. */
  isLonger: boolean;
}

export const HOUR_SLOTS = HOUR_MS / SLOT_MS;
/** Minimum number of means of a complete hour. */
const MEANS_LEAST = 3;
const CLEAR_MEANS = 4;
/** In W/m²: the limit of night, and the minimum of a clear hour. */
const NIGHT = 50;
const CLEAR = 400;
/** Maximum change of the light between two means of a steady hour, as a share of the mean. */
const STEADY = 0.15;
/** Modules colder than this, in °C, count as covered with snow. */
const SNOW_BELOW = 2;
const SUSPECT_BELOW = 0.9;
export const CLEAR_HOURS = 3;
/** Change of the power of crystalline silicon for each kelvin, as a share. */
const TEMPERATURE_COEFFICIENT = -0.0035;
const STANDARD_TEMPERATURE = 25;
const STANDARD_SUN = 1000;

const known = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;

export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A slot of a unit. Null if it was not measured. */
interface Slot {
  power: number;
  /** The light in W/m². Without a sensor, it is the power of the best neighbour in W per kWp. */
  light: number;
  /** The power of one kWp from the sun alone, in kW. 1 without a sensor. */
  sun: number;
  state: 'counted' | 'night' | 'snow' | 'curtailed';
}

function stateOf(unit: UnitMeans, site: SiteMeans, at: number, light: number): Slot['state'] {
  if (light < NIGHT) return 'night';
  if (site.curtailed[at]) return 'curtailed';
  const temperature = [unit.module?.[at], site.air?.[at]].find(known);
  return temperature !== undefined && temperature <= SNOW_BELOW ? 'snow' : 'counted';
}

/** Returns the slots of a group of units, by unit. */
function slotsOf(units: readonly UnitMeans[], site: SiteMeans, basis: Basis): (Slot | null)[][] {
  const length = units[0]?.power.length ?? 0;
  const best = Array.from({ length }, (_, at) =>
    Math.max(
      ...units.map(({ power, peak }) => (peak && known(power[at]) ? (power[at] * STANDARD_SUN) / peak : 0)),
    ),
  );
  return units.map((unit) =>
    Array.from({ length }, (_, at): Slot | null => {
      const power = unit.power[at];
      const light = basis === 'irradiance' ? unit.irradiance?.[at] : best[at];
      if (!known(power) || !known(light)) return null;
      const sun = basis === 'irradiance' ? light / STANDARD_SUN : 1;
      return { power, light, sun, state: stateOf(unit, site, at, light) };
    }),
  );
}

/** Returns the yield per kWp of the other units of the group under the same sun. Null without valid units. */
function neighbourYield(
  units: readonly UnitMeans[],
  slots: readonly (Slot | null)[][],
  own: number,
  at: number,
): number | null {
  const others = units.flatMap(({ peak }, place) => {
    const slot = slots[place]![at];
    return place !== own && peak && slot?.state === 'counted' ? [slot.power / peak / slot.sun] : [];
  });
  return medianOf(others);
}

interface Judged {
  slot: Slot;
  expected: number | null;
  module: number | undefined;
}

const isSteady = (lights: readonly number[]): boolean =>
  lights.every((light, at) => at === 0 || Math.abs(light - lights[at - 1]!) <= STEADY * meanOf(lights));

function clearRatio(slots: readonly Judged[], compared: readonly Judged[]): number | null {
  const isBlocked = slots.some(({ slot: { state } }) => state === 'snow' || state === 'curtailed');
  const lights = compared.map(({ slot }) => slot.light);
  if (isBlocked || compared.length < CLEAR_MEANS || meanOf(lights) < CLEAR || !isSteady(lights)) return null;
  const expected = sumOf(compared.map((one) => one.expected!));
  return expected > 0 ? sumOf(compared.map(({ slot }) => slot.power)) / expected : null;
}

/** Sums the slots of an hour. Null if too few slots were measured. */
function foldHour(from: number, slots: readonly Judged[], hasSensor: boolean): UnitHour | null {
  if (slots.length < MEANS_LEAST) return null;
  const energy = meanOf(slots.map(({ slot }) => slot.power));
  const counted = slots.filter(({ slot }) => slot.state === 'counted');
  if (counted.length === 0) return { from, energy, counted: null, ratio: null };
  const hours = counted.length / slots.length;
  const compared = counted.filter(({ expected }) => expected !== null);
  const isCompared = compared.length === counted.length;
  const suns = counted.map(({ slot }) => slot.sun);
  const warm = counted.flatMap(({ slot, module }) =>
    known(module) ? [slot.sun * (1 + TEMPERATURE_COEFFICIENT * (module - STANDARD_TEMPERATURE))] : [],
  );
  return {
    ...{ from, energy },
    counted: {
      energy: hours * meanOf(counted.map(({ slot }) => slot.power)),
      expected: isCompared ? hours * meanOf(compared.map(({ expected }) => expected!)) : null,
      sun: hasSensor ? hours * meanOf(suns) : null,
      warmSun: hasSensor && warm.length === counted.length ? hours * meanOf(warm) : null,
    },
    ratio: clearRatio(slots, compared),
  };
}

/** Returns the latest consecutive clear hours in which the unit was below its neighbours. */
function suspicion(hours: readonly UnitHour[]) {
  const clear = hours.filter(({ ratio }) => ratio !== null);
  const lastGood = clear.findLastIndex(({ ratio }) => ratio! >= SUSPECT_BELOW);
  const run = clear.slice(lastGood + 1);
  const isSuspect = run.length >= CLEAR_HOURS;
  const ratios = clear.slice(-CLEAR_HOURS).map(({ ratio }) => ratio!);
  return {
    clearHours: clear.length,
    ratio: ratios.length === 0 ? null : meanOf(ratios),
    isSuspect,
    suspectSince: isSuspect ? run[0]!.from : null,
    isLonger: isSuspect && lastGood === -1,
  };
}

/**
 * Returns the generation as a share of the lossless generation of its peak power. Null if the peak power or
 * the irradiation is unknown.
 */
function performanceRatio(
  hours: readonly UnitHour[],
  peak: number | null,
  sunOf: (counted: NonNullable<UnitHour['counted']>) => number | null,
): number | null {
  const both = hours.flatMap(({ counted }) => {
    const sun = counted && sunOf(counted);
    return counted && sun !== null ? [{ energy: counted.energy, sun }] : [];
  });
  const sun = sumOf(both.map((one) => one.sun));
  return peak && sun > 0 ? sumOf(both.map(({ energy }) => energy)) / (peak * sun) : null;
}

function figuresOf(unit: UnitMeans, basis: Basis, hours: readonly UnitHour[], size: number): UnitFigures {
  const { isSuspect, ...found } = suspicion(hours);
  const { peak } = unit;
  const lacks = hours.flatMap(({ from, counted }) =>
    counted && counted.expected !== null ? [{ from, kWh: counted.expected - counted.energy }] : [],
  );
  const compared = hours.flatMap(({ counted }) => counted?.expected ?? []);
  const verdict = (): Verdict => {
    if (!peak) return 'noPeak';
    if (size < 2) return 'noNeighbours';
    if (isSuspect) return 'suspect';
    return found.clearHours < CLEAR_HOURS ? 'tooFew' : 'ok';
  };
  return {
    ...{ basis, lacks, hours: hours.length, verdict: verdict() },
    energy: hours.length === 0 ? null : sumOf(hours.map(({ energy }) => energy)),
    expected: compared.length === 0 ? null : sumOf(compared),
    pr: performanceRatio(hours, peak, ({ sun }) => sun),
    prCorrected: performanceRatio(hours, peak, ({ warmSun }) => warmSun),
    ...found,
  };
}

function judgeGroup(units: readonly UnitMeans[], site: SiteMeans): UnitFigures[] {
  const hasSensors = units.every(({ irradiance }) => irradiance !== null);
  const basis: Basis = hasSensors ? 'irradiance' : 'neighbours';
  const slots = slotsOf(units, site, basis);
  const size = units.filter(({ peak }) => peak).length;
  return units.map((unit, own) => {
    const hours = Array.from({ length: Math.floor(unit.power.length / HOUR_SLOTS) }, (_, hour) => {
      const judged = slots[own]!.slice(hour * HOUR_SLOTS, (hour + 1) * HOUR_SLOTS).flatMap(
        (slot, place): Judged[] => {
          if (slot === null) return [];
          const at = hour * HOUR_SLOTS + place;
          const yielded = unit.peak ? neighbourYield(units, slots, own, at) : null;
          const expected = yielded === null ? null : unit.peak! * slot.sun * yielded;
          return [{ slot, expected, module: unit.module?.[at] }];
        },
      );
      return foldHour(site.start + hour * HOUR_MS, judged, hasSensors);
    });
    return figuresOf(
      unit,
      basis,
      hours.filter((one) => one !== null),
      size,
    );
  });
}

/** Returns the figures of each unit, in the order of the units. */
export function judgeUnits(units: readonly UnitMeans[], site: SiteMeans): UnitFigures[] {
  const figures = new Map<UnitMeans, UnitFigures>();
  for (const group of Map.groupBy(units, ({ group }) => group).values())
    for (const [at, one] of judgeGroup(group, site).entries()) figures.set(group[at]!, one);
  return units.map((unit) => figures.get(unit)!);
}
