import { noise } from './noise.ts';
import type { SiteSpec } from './site.ts';

const NO_LOAD_LOSS = 0.0018;
const LOAD_LOSS = 0.009;
const NOMINAL_FREQUENCY = 50;
const VOLTAGE_DROP = 0.022;
const PHASES = [0, 1, 2] as const;

interface GridMeter {
  active: number;
  reactive: number;
  powerFactor: number;
  frequency: number;
  voltages: number[];
  currents: number[];
}

/** Returns the losses of the transformer for the power through it. */
export function transformerLosses(rating: number, flow: number): number {
  return NO_LOAD_LOSS * rating + (LOAD_LOSS * flow * flow) / rating;
}

/** Temperature rise at full load in kelvin, of the oil above the air, and of the winding above the oil. */
const OIL_RISE = 42;
const WINDING_RISE = 19;
const OIL_AT_REST = 9;
const RISE_EXPONENT = 1.6;

interface TransformerReadings {
  load: number;
  oilTemperature: number;
  windingTemperature: number;
}

/** Returns the readings of a transformer that carries this apparent power, in kVA, in air of this temperature. */
export function readTransformer(
  { seed, grid: { transformer } }: SiteSpec,
  ts: number,
  apparent: number,
  air: number,
): TransformerReadings {
  const share = apparent / transformer;
  const oil = air + OIL_AT_REST + OIL_RISE * share ** RISE_EXPONENT + noise(seed + 50, ts, 1_200_000);
  return {
    load: share * 100,
    oilTemperature: oil,
    windingTemperature: oil + WINDING_RISE * share ** RISE_EXPONENT + 0.3 * noise(seed + 51, ts, 90_000),
  };
}

export function frequencyAt(seed: number, ts: number): number {
  return NOMINAL_FREQUENCY + 0.022 * noise(seed + 30, ts, 40_000) + 0.015 * noise(seed + 31, ts, 600_000);
}

/** Returns the reactive power of the load that remains after compensation in coarse steps. */
export function loadReactive(site: SiteSpec, ts: number, load: number): number {
  const powerFactor = 0.88 + 0.04 * noise(site.seed + 32, ts, 1_800_000);
  const raw = load * Math.tan(Math.acos(powerFactor));
  const step = site.grid.transformer / 20;
  return raw - Math.floor((raw * 0.75) / step) * step;
}

/** Returns the values of the meter at the grid connection for an active (import positive) and reactive power. */
export function gridMeter(site: SiteSpec, ts: number, active: number, reactive: number): GridMeter {
  const { voltage, transformer } = site.grid;
  const apparent = Math.hypot(active, reactive);
  const common = 1 + 0.012 * noise(site.seed + 33, ts, 5_400_000) - (VOLTAGE_DROP * active) / transformer;
  const voltages = PHASES.map(
    (phase) => voltage * (common + 0.003 * noise(site.seed + 34 + phase, ts, 90_000)),
  );
  const currents = PHASES.map((phase) => {
    const unbalance = 1 + 0.03 * noise(site.seed + 40 + phase, ts, 300_000);
    return ((apparent * 1000) / (Math.sqrt(3) * (voltages[phase] ?? voltage))) * unbalance;
  });
  return {
    active,
    reactive,
    powerFactor: apparent > 0 ? Math.abs(active) / apparent : 1,
    frequency: frequencyAt(site.seed, ts),
    voltages,
    currents,
  };
}
