import { clamp } from './noise.ts';
import type { BatterySpec } from './site.ts';

const HOUR_MS = 3_600_000;
/** Width of the band below full and above empty. In this band the permitted power falls to zero. */
const TAPER = 0.1;
/** Time of the converter from zero to full power. */
const RAMP_MS = 20_000;
/** Heat capacity and leakage of the container, per kWh of cells: kWh/K and kW/K. */
const HEAT_CAPACITY = 0.0032;
const HEAT_LEAKAGE = 0.0007;
const COOLING_ON = 29;
const HEATING_ON = 12;
/** Heat moved per electrical power by the cooling unit. */
const COOLING_YIELD = 2.6;

/** Returns the one-way efficiency between the AC side and the cells at a share of the rated power. */
export function batteryEfficiency(share: number): number {
  const p = clamp(Math.abs(share), 0.01, 1);
  return 1 - (0.0015 / p + 0.018 + 0.014 * p);
}

/** Returns the highest AC power that may charge now, so that the window is not left within dt. */
export function batteryChargeLimit(battery: BatterySpec, soc: number, dtMs: number): number {
  const taper = clamp((battery.maxSoc - soc) / TAPER, 0, 1);
  const room = ((battery.maxSoc - soc) * battery.capacity * HOUR_MS) / dtMs;
  return Math.max(0, Math.min(battery.power * taper, room));
}

/** Returns the highest AC power that may be drawn now. */
export function batteryDischargeLimit(battery: BatterySpec, soc: number, dtMs: number): number {
  const taper = clamp((soc - battery.minSoc) / (TAPER / 2), 0, 1);
  const content = ((soc - battery.minSoc) * battery.capacity * HOUR_MS) / dtMs;
  return Math.max(0, Math.min(battery.power * taper, content * batteryEfficiency(0.01)));
}

/** Returns the AC power (discharge positive) after wish, ramp and limits. */
export function computeBatteryPower(
  battery: BatterySpec,
  before: number,
  wish: number,
  soc: number,
  dtMs: number,
): number {
  const ramp = (battery.power * dtMs) / RAMP_MS;
  const ramped = clamp(wish, before - ramp, before + ramp);
  return clamp(ramped, -batteryChargeLimit(battery, soc, dtMs), batteryDischargeLimit(battery, soc, dtMs));
}

/** Returns the power that leaves the cells (positive) or enters them, for an AC power. */
export function batteryCellPower(battery: BatterySpec, power: number): number {
  const efficiency = batteryEfficiency(power / battery.power);
  return power >= 0 ? power / efficiency : power * efficiency;
}

export interface Climatisation {
  /** Electrical power of ventilation, cooling and heating. */
  auxiliary: number;
  /** Heat brought into (positive) or taken from the cells. */
  heat: number;
}

/** Computes the climatisation. Cooling and heating start softly around their set points. */
export function batteryClimatisation(battery: BatterySpec, cellTemperature: number): Climatisation {
  const cooling = battery.cooling * clamp((cellTemperature - COOLING_ON) / 4, 0, 1);
  const heating = battery.cooling * 0.6 * clamp((HEATING_ON - cellTemperature) / 4, 0, 1);
  return {
    auxiliary: battery.auxiliary + cooling + heating,
    heat: heating - cooling * COOLING_YIELD,
  };
}

/** Returns the cell temperature after dt: conversion losses and climatisation against leakage to the outside. */
export function batteryTemperature(
  battery: BatterySpec,
  before: number,
  outside: number,
  lossPower: number,
  heat: number,
  dtMs: number,
): number {
  const leakage = HEAT_LEAKAGE * battery.capacity;
  const settled = outside + (lossPower + heat) / leakage;
  const tau = (HEAT_CAPACITY / HEAT_LEAKAGE) * HOUR_MS;
  return clamp(settled + (before - settled) * Math.exp(-dtMs / tau), -30, 80);
}
