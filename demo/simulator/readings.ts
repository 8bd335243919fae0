import type { Climatisation } from './battery.ts';
import { ANALYSER, CELL_MONITOR, catalogue, SWITCHGEAR } from './catalogue.ts';
import { readCells, readEachCell } from './cells.ts';
import { gridMeter, loadReactive, readTransformer } from './grid.ts';
import { clamp, noise } from './noise.ts';
import type { ArrayOutput } from './photovoltaic.ts';
import { qualityReadings } from './quality.ts';
import type { Readings, SiteSpec, SiteState, TariffPeriod } from './site.ts';
import { readSwitchgear } from './switchgear.ts';
import type { Weather } from './weather.ts';

/** Powers of the site at one instant, in kW. */
export interface Flow {
  weather: Weather;
  period: TariffPeriod;
  price: number;
  arrays: ArrayOutput[];
  climatisation: Climatisation;
  load: number;
  pv: number;
  curtailed: number;
  /** AC power of the battery. Discharge is positive. */
  battery: number;
  wish: number;
  cellPower: number;
  losses: number;
  /** Import is positive. */
  grid: number;
  islanded: boolean;
}

const PERIOD_CODE: Record<TariffPeriod, number> = { valley: 0, flat: 1, peak: 2, sharp: 3 };
const MODE_IDLE = 0;
const MODE_CHARGE = 1;
const MODE_DISCHARGE = 2;
const IDLE_BELOW = 0.5;
const OFF_GRID = 0;
const ON_GRID = 1;

const decimalsOf = new Map(
  catalogue.flatMap((device) =>
    device.variables.map((variable) => [`${device.device}-${variable.code}`, variable.decimals] as const),
  ),
);

interface Place {
  name: string;
  factor: number;
}

/** Places by device, then by code. A past has millions of values, so these names are built only once. */
const places = new Map<string, Map<string, Place>>();

function placesOf(device: string): Map<string, Place> {
  const known = places.get(device) ?? new Map<string, Place>();
  places.set(device, known);
  return known;
}

/** Adds the values that a device of a kind reports, rounded as by real instruments. */
function addRounded(readings: Readings, device: string, kind: string, values: Record<string, number>): void {
  const known = placesOf(device);
  for (const code in values) {
    let place = known.get(code);
    if (!place) {
      place = { name: `${device}-${code}`, factor: 10 ** (decimalsOf.get(`${kind}-${code}`) ?? 0) };
      known.set(code, place);
    }
    readings[place.name] = Math.round(values[code]! * place.factor) / place.factor || 0;
  }
}

/** Returns the reactive power. It comes from the grid if there is one. */
const reactiveOf = (site: SiteSpec, { ts }: SiteState, { islanded, load }: Flow): number =>
  islanded ? 0 : loadReactive(site, ts, load);

function readMeter(site: SiteSpec, state: SiteState, flow: Flow): Record<string, number> {
  const meter = gridMeter(site, state.ts, flow.grid, reactiveOf(site, state, flow));
  const [voltageA = 0, voltageB = 0, voltageC = 0] = meter.voltages;
  const [currentA = 0, currentB = 0, currentC = 0] = meter.currents;
  return {
    power: meter.active,
    reactivePower: meter.reactive,
    powerFactor: meter.powerFactor,
    frequency: meter.frequency,
    voltageA,
    voltageB,
    voltageC,
    currentA,
    currentB,
    currentC,
    demand: state.demand,
    importEnergy: state.energy.gridImport,
    exportEnergy: state.energy.gridExport,
  };
}

function readInverter(
  site: SiteSpec,
  state: SiteState,
  output: ArrayOutput,
  i: number,
): Record<string, number> {
  const light = clamp(output.irradiance / 120, 0, 1);
  const drift = 12 * noise(site.seed + 70 + i, state.ts, 240_000);
  const dcVoltage = light > 0 ? (690 - 1.9 * (output.moduleTemperature - 25) + drift) * light ** 0.2 : 0;
  return {
    power: output.ac,
    dcPower: output.dc,
    dcVoltage,
    dcCurrent: dcVoltage > 0 ? (output.dc * 1000) / dcVoltage : 0,
    efficiency: output.dc > 0 ? (output.ac / output.dc) * 100 : 0,
    irradiance: output.irradiance,
    moduleTemperature: output.moduleTemperature,
    dayEnergy: state.energy.pvToday[i] ?? 0,
    energy: state.energy.pv[i] ?? 0,
  };
}

const cellsOf = ({ battery, seed }: SiteSpec, state: SiteState, flow: Flow) =>
  readCells(
    battery,
    seed,
    state.ts,
    state.soc,
    flow.cellPower,
    state.cellTemperature,
    state.energy.discharge,
  );

function readBattery(site: SiteSpec, state: SiteState, flow: Flow): Record<string, number> {
  const cells = cellsOf(site, state, flow);
  return {
    soc: state.soc * 100,
    soh: cells.health,
    voltage: cells.voltage,
    current: cells.current,
    cellVoltageMax: cells.cellMax,
    cellVoltageMin: cells.cellMin,
    cellVoltageSpread: (cells.cellMax - cells.cellMin) * 1000,
    cellTemperatureMax: cells.temperatureMax,
    cellTemperatureMin: cells.temperatureMin,
    availableEnergy: Math.max(0, state.soc - site.battery.minSoc) * site.battery.capacity,
    cycles: cells.cycles,
  };
}

/** Returns the value of each reported cell. There are many, and they are rarely needed. */
export function cellReadings(site: SiteSpec, state: SiteState, flow: Flow): Readings {
  const share = flow.cellPower / site.battery.power;
  const each = readEachCell(site.seed, state.ts, share, cellsOf(site, state, flow));
  const readings: Readings = {};
  addRounded(readings, CELL_MONITOR, CELL_MONITOR, each);
  return readings;
}

function modeOf(power: number): number {
  if (Math.abs(power) < IDLE_BELOW) return MODE_IDLE;
  return power > 0 ? MODE_DISCHARGE : MODE_CHARGE;
}

/** Returns power quality and breakers. Their values of past moments are not stored. */
export function momentReadings(site: SiteSpec, { ts }: SiteState, { islanded }: Flow): Readings {
  const readings: Readings = {};
  addRounded(readings, ANALYSER, ANALYSER, qualityReadings(site, ts));
  addRounded(readings, SWITCHGEAR, SWITCHGEAR, readSwitchgear(site, ts, islanded));
  return readings;
}

/**
 * Adds the inverters and returns the sum of their counters. It adds the reported values, so that both sums are equal.
 */
function addInverters(readings: Readings, site: SiteSpec, state: SiteState, flow: Flow): number {
  let sum = 0;
  for (const [i, output] of flow.arrays.entries()) {
    const device = site.arrays[i]?.device ?? `INV${i + 1}`;
    addRounded(readings, device, 'INV', readInverter(site, state, output, i));
    sum += readings[`${device}-energy`]!;
  }
  return sum;
}

/** Returns the value of every other variable of the catalogue except the cells, rounded as by real instruments. */
export function readingsOf(site: SiteSpec, state: SiteState, flow: Flow): Readings {
  const { energy } = state;
  const apparent = Math.hypot(flow.grid, reactiveOf(site, state, flow));
  const readings: Readings = {};
  const add = (device: string, values: Record<string, number>): void =>
    addRounded(readings, device, device, values);
  add('METER', readMeter(site, state, flow));
  const pvEnergy = addInverters(readings, site, state, flow);
  add('BAT', readBattery(site, state, flow));
  add('PCS', {
    power: flow.battery,
    setpoint: flow.wish,
    gridMode: flow.islanded ? OFF_GRID : ON_GRID,
    workMode: modeOf(flow.battery),
    auxiliaryPower: flow.climatisation.auxiliary,
    chargeEnergy: energy.charge,
    dischargeEnergy: energy.discharge,
  });
  add('LOAD', { power: flow.load, energy: energy.load });
  add('TR', { ...readTransformer(site, state.ts, apparent, flow.weather.temperature) });
  add('WS', {
    globalIrradiance: flow.weather.global,
    diffuseIrradiance: flow.weather.diffuse,
    temperature: flow.weather.temperature,
    humidity: flow.weather.humidity,
    windSpeed: flow.weather.wind,
  });
  add('EMS', {
    tariffPeriod: PERIOD_CODE[flow.period],
    price: flow.price,
    pvPower: flow.pv,
    pvEnergy,
    curtailedPower: flow.curtailed,
    lossPower: flow.losses,
    lossEnergy: energy.losses,
  });
  return readings;
}
