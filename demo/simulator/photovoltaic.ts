import { clamp } from './noise.ts';
import type { ArraySpec } from './site.ts';
import { planeIrradiance, type Weather } from './weather.ts';

export interface ArrayOutput {
  irradiance: number;
  moduleTemperature: number;
  dc: number;
  ac: number;
}

/** Power change per degree above 25 °C; losses by dirt, cabling and mismatch. */
const TEMPERATURE_COEFFICIENT = -0.0035;
const SYSTEM_FACTOR = 0.955;
/** Modules take minutes to warm up. */
const MODULE_TAU_MS = 420_000;
/** Inverter losses as share of the rated power: standby, proportional and resistive part. */
const LOSS_FIXED = 0.0035;
const LOSS_LINEAR = 0.005;
const LOSS_SQUARE = 0.01;

/** Returns the AC power for a DC power. The inverter limits at its rating by leaving the maximum power point. */
export function inverterAc(dc: number, rated: number): number {
  const p = dc / rated;
  return clamp((p - LOSS_FIXED - LOSS_LINEAR * p - LOSS_SQUARE * p * p) * rated, 0, rated);
}

/** Returns the DC power that gives an AC power, the inverse of `inverterAc` below the rating. */
export function inverterDc(ac: number, rated: number): number {
  if (ac <= 0) return 0;
  const b = 1 - LOSS_LINEAR;
  const c = ac / rated + LOSS_FIXED;
  return ((b - Math.sqrt(b * b - 4 * LOSS_SQUARE * c)) / (2 * LOSS_SQUARE)) * rated;
}

interface ArrayState {
  /** Previous temperature of its modules, in °C. */
  before: number;
  isSoiled: boolean;
}

export function arrayStep(
  array: ArraySpec,
  weather: Weather,
  { before, isSoiled }: ArrayState,
  dtMs: number,
): ArrayOutput {
  const irradiance = planeIrradiance(weather, array);
  // Faiman: heat balance of a freely ventilated module.
  const settled = weather.temperature + irradiance / (25 + 6.84 * weather.wind);
  const moduleTemperature = settled + (before - settled) * Math.exp(-dtMs / MODULE_TAU_MS);
  const derating = 1 + TEMPERATURE_COEFFICIENT * (moduleTemperature - 25);
  // The irradiance sensor beside the modules is clean.
  const passing = isSoiled ? 1 - (array.soiling ?? 0) : 1;
  const available = (array.peak * irradiance * passing * SYSTEM_FACTOR * derating) / 1000;
  const ac = inverterAc(available, array.rated);
  return { irradiance, moduleTemperature, dc: inverterDc(ac, array.rated), ac };
}

/** Returns the same output limited to a share of its AC power (feed-in limit). */
export function curtailArray(array: ArraySpec, output: ArrayOutput, share: number): ArrayOutput {
  const ac = output.ac * share;
  return { ...output, ac, dc: inverterDc(ac, array.rated) };
}
