/** A cabinet at a test bench of the demo: its battery follows the set point of the converter. Pure. */
import type { Points } from '../../server/sites/factoryTests/evaluate.ts';
import { hash01 } from '../simulator/noise.ts';

export type Quantity = keyof Points | 'soc';
export type BenchReadings = Record<Quantity, number>;

export interface BenchSpec {
  /** The energy that the cabinet delivers, in kWh. */
  capacity: number;
  /** The power of the test, in kW. */
  power: number;
  seed: number;
}

export interface BenchState {
  ts: number;
  /** kW, discharging positive. */
  power: number;
  /** Energy in the cells, in kWh. */
  stored: number;
  /** Temperature of the cells, in °C. */
  temperature: number;
  /** Counters, in kWh. */
  charged: number;
  discharged: number;
  steps: number;
}

const HOUR_MS = 3_600_000;
/** Share of a kWh that is stored when charging, and the same share that is delivered when discharging. */
const ONE_WAY = 0.955;
const FIRST_SOC = 30;
const OUTSIDE = 24;
/** Temperature rise of the cells at full power, in kelvin. Its time constant is `WARMING_MS`. */
const WARMER = 9;
const WARMING_MS = 2 * HOUR_MS;
const AUXILIARY_KW = 2.4;
/** Difference of the warmest and of the coldest cell from the mean, in kelvin. */
const WARMEST = 1.5;
const COLDEST = 1.2;

const cellsOf = ({ capacity }: BenchSpec): number => capacity / ONE_WAY;
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Returns a cabinet that rests before its test. */
export const restBench = (
  spec: BenchSpec,
  { ts, charged, discharged }: Pick<BenchState, 'ts' | 'charged' | 'discharged'>,
): BenchState => ({
  ...{ ts, charged, discharged, power: 0, steps: 0, temperature: OUTSIDE },
  stored: (FIRST_SOC / 100) * cellsOf(spec),
});

/** Returns the state that a bench last reported. */
export const resumeBench = (spec: BenchSpec, ts: number, readings: BenchReadings): BenchState => ({
  ...{ ts, steps: 0, power: readings.power, charged: readings.charge, discharged: readings.discharge },
  stored: (readings.soc / 100) * cellsOf(spec),
  temperature: readings.cellTemperatureMax - WARMEST,
});

/** Advances the battery by some time at a set point. */
export function advanceBench(state: BenchState, setPoint: number, ms: number, spec: BenchSpec): BenchState {
  const { stored, temperature } = state;
  const cells = cellsOf(spec);
  const hours = ms / HOUR_MS;
  const power = Math.max((stored - cells) / hours / ONE_WAY, Math.min((stored * ONE_WAY) / hours, setPoint));
  const energy = power * hours;
  const warm = OUTSIDE + (WARMER * Math.abs(power)) / spec.power;
  return {
    ...{ ts: state.ts + ms, power, steps: state.steps + 1 },
    stored: stored - (energy > 0 ? energy / ONE_WAY : energy * ONE_WAY),
    temperature: temperature + (warm - temperature) * (1 - Math.exp(-ms / WARMING_MS)),
    charged: state.charged + Math.max(0, -energy),
    discharged: state.discharged + Math.max(0, energy),
  };
}

export const socOf = ({ stored }: BenchState, spec: BenchSpec): number => (stored / cellsOf(spec)) * 100;

/** Returns the values that the converter and the battery report. */
export function readBench(state: BenchState, spec: BenchSpec): BenchReadings {
  const { power, charged, discharged, temperature, steps } = state;
  const soc = socOf(state, spec);
  const voltage = 3.2 + soc / 1000 - power / 4000;
  const spread = 0.012 + 0.004 * hash01(spec.seed, steps);
  return {
    ...{ soc: rounded(soc, 1), power: rounded(power, 1), auxiliary: AUXILIARY_KW },
    ...{ charge: rounded(charged, 3), discharge: rounded(discharged, 3) },
    ...{ cellVoltageMax: rounded(voltage + spread, 3), cellVoltageMin: rounded(voltage, 3) },
    cellTemperatureMax: rounded(temperature + WARMEST, 1),
    cellTemperatureMin: rounded(temperature - COLDEST, 1),
  };
}
