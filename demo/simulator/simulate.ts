import {
  batteryCellPower,
  batteryClimatisation,
  batteryTemperature,
  computeBatteryPower,
} from './battery.ts';
import { controlWish } from './control.ts';
import { transformerLosses } from './grid.ts';
import { loadAt } from './load.ts';
import { localTime } from './localTime.ts';
import { noise } from './noise.ts';
import { type ArrayOutput, arrayStep, curtailArray } from './photovoltaic.ts';
import { cellReadings, type Flow, momentReadings, readingsOf } from './readings.ts';
import type { Readings, SiteEnergy, SiteSpec, SiteState } from './site.ts';
import { tariffAt } from './tariff.ts';
import { weatherAt } from './weather.ts';

const HOUR_MS = 3_600_000;
const DEMAND_TAU_MS = 900_000;
/** Degrees by which the container is warmer than the air. It is in a hall or in the shade. */
const CONTAINER_OFFSET = 1.5;

/** Returns a site that starts at an instant with a half-full battery and some past in its counters. */
export function stateInitial(site: SiteSpec, ts: number): SiteState {
  const weather = weatherAt(site, ts);
  const past = 200 + 40 * noise(site.seed + 60, ts, HOUR_MS);
  const pv = site.arrays.map((array) => Math.round(array.peak * 3.6 * past));
  const cycled = site.battery.capacity * 1.1 * past;
  return {
    ts,
    soc: 0.5,
    batteryPower: 0,
    cellTemperature: weather.temperature + 4,
    moduleTemperature: site.arrays.map(() => weather.temperature),
    demand: 0,
    day: localTime(site.zone, ts).day,
    energy: {
      pv,
      pvToday: site.arrays.map(() => 0),
      charge: Math.round(cycled * 1.06),
      discharge: Math.round(cycled),
      gridImport: Math.round(site.load.production * 9 * past),
      gridExport: Math.round(site.load.production * 0.4 * past),
      load: Math.round(site.load.production * 11 * past),
      losses: Math.round(site.grid.transformer * 0.2 * past),
    },
  };
}

/** The last command to the converter. The site's own control decides omitted values. */
export interface Ordered {
  /** AC power of the battery, in kW. */
  power?: number | undefined;
  /** The command to the converter to leave the grid, or to return. */
  islanded?: boolean | undefined;
}

const curtailed = (site: SiteSpec, free: readonly ArrayOutput[], share: number): ArrayOutput[] =>
  free.map((output, i) => {
    const array = site.arrays[i];
    return array && share < 1 ? curtailArray(array, output, share) : output;
  });

interface Island {
  state: SiteState;
  site: SiteSpec;
  load: number;
  freePv: number;
  auxiliary: number;
  dtMs: number;
}

/**
 * Returns the flow of a site without grid. Its battery instantly covers the part that PV does not. Surplus PV is not
 * generated, and load beyond the supply is shed.
 */
function islandFlow({ state, site: { battery }, load, freePv, auxiliary, dtMs }: Island) {
  const need = load + auxiliary - freePv;
  const power = computeBatteryPower(battery, need, need, state.soc, dtMs);
  const pv = Math.min(freePv, Math.max(0, load + auxiliary - power));
  const carried = Math.min(load, Math.max(0, pv + power - auxiliary));
  return { battery: power, pv, load: carried, losses: pv + power - carried };
}

/**
 * Returns the flows of the site at an instant. Its battery follows `ordered`, if set. At the bus, exactly: pv +
 * discharge + import = load + charge + export + losses.
 */
export function flowAt(
  state: SiteState,
  ts: number,
  dtMs: number,
  site: SiteSpec,
  ordered: Ordered = {},
): Flow {
  const { battery, grid } = site;
  const weather = weatherAt(site, ts);
  const { period, price } = tariffAt(site.tariff, localTime(site.zone, ts).hour);
  const load = loadAt(site, ts, weather.temperature);
  const climatisation = batteryClimatisation(battery, state.cellTemperature);
  const isSoiled = state.soiledFrom !== undefined && ts >= state.soiledFrom;
  const free = site.arrays.map((array, i) =>
    arrayStep(array, weather, { before: state.moduleTemperature[i] ?? weather.temperature, isSoiled }, dtMs),
  );
  const freePv = free.reduce((sum, output) => sum + output.ac, 0);
  const common = { weather, period, price, climatisation };
  if (ordered.islanded ?? state.islanded) {
    const { auxiliary } = climatisation;
    const island = islandFlow({ state, site, load, freePv, auxiliary, dtMs });
    const { pv, battery: power } = island;
    const share = freePv > 0 ? pv / freePv : 1;
    return {
      ...{ ...common, ...island, arrays: curtailed(site, free, share), curtailed: freePv - pv },
      ...{ wish: power, cellPower: batteryCellPower(battery, power), grid: 0, islanded: true },
    };
  }
  const before = load + climatisation.auxiliary - freePv;
  const need = before + transformerLosses(grid.transformer, before);
  const wish = ordered.power ?? controlWish({ period, soc: state.soc, need, dtMs }, battery, grid);
  const power = computeBatteryPower(battery, state.batteryPower, wish, state.soc, dtMs);
  // Power above the feed-in limit is not generated.
  const excess = Math.max(0, power - before - grid.exportLimit);
  const share = freePv > 0 ? Math.max(0, 1 - excess / freePv) : 1;
  const arrays = curtailed(site, free, share);
  const pv = arrays.reduce((sum, output) => sum + output.ac, 0);
  const net = load + climatisation.auxiliary - pv - power;
  const transformer = transformerLosses(grid.transformer, net);
  return {
    ...common,
    arrays,
    load,
    pv,
    curtailed: freePv - pv,
    battery: power,
    wish,
    cellPower: batteryCellPower(battery, power),
    losses: climatisation.auxiliary + transformer,
    grid: net + transformer,
    islanded: false,
  };
}

function addEnergy(energy: SiteEnergy, flow: Flow, newDay: boolean, dtMs: number): SiteEnergy {
  const hours = dtMs / HOUR_MS;
  const added = (before: number, power: number) => before + Math.max(0, power) * hours;
  return {
    pv: energy.pv.map((before, i) => added(before, flow.arrays[i]?.ac ?? 0)),
    pvToday: energy.pvToday.map((before, i) => added(newDay ? 0 : before, flow.arrays[i]?.ac ?? 0)),
    charge: added(energy.charge, -flow.battery),
    discharge: added(energy.discharge, flow.battery),
    gridImport: added(energy.gridImport, flow.grid),
    gridExport: added(energy.gridExport, -flow.grid),
    load: added(energy.load, flow.load),
    losses: added(energy.losses, flow.losses),
  };
}

export interface Simulated {
  state: SiteState;
  readings: Readings;
  momentary(): Readings;
  cells(): Readings;
}

/**
 * Moves a site from `ts - dtMs` to `ts`. It is pure: the same state and time give the same result. An interrupted
 * stretch can therefore be computed again with identical points.
 */
export function simulate(
  state: SiteState,
  ts: number,
  dtMs: number,
  site: SiteSpec,
  ordered?: Ordered,
): Simulated {
  const flow = flowAt(state, ts, dtMs, site, ordered);
  const { battery } = site;
  const { day } = localTime(site.zone, ts);
  const soc = state.soc - (flow.cellPower * dtMs) / HOUR_MS / battery.capacity;
  const conversionLoss = Math.abs(flow.battery - flow.cellPower);
  const outside = flow.weather.temperature + CONTAINER_OFFSET;
  const mix = 1 - Math.exp(-dtMs / DEMAND_TAU_MS);
  const next: SiteState = {
    ...state,
    ts,
    soc: Math.min(1, Math.max(0, soc)),
    batteryPower: flow.battery,
    cellTemperature: batteryTemperature(
      battery,
      state.cellTemperature,
      outside,
      conversionLoss,
      flow.climatisation.heat,
      dtMs,
    ),
    moduleTemperature: flow.arrays.map((output) => output.moduleTemperature),
    islanded: flow.islanded,
    demand: state.demand + (Math.max(0, flow.grid) - state.demand) * mix,
    day,
    energy: addEnergy(state.energy, flow, day !== state.day, dtMs),
  };
  return {
    ...{ state: next, readings: readingsOf(site, next, flow) },
    momentary: () => momentReadings(site, next, flow),
    cells: () => cellReadings(site, next, flow),
  };
}
