import { CELL_PACKS, PACK_CELLS } from './catalogue.ts';
import { clamp, noise } from './noise.ts';
import type { BatterySpec } from './site.ts';

/** Open-circuit voltage of an iron-phosphate cell by state of charge. */
const OPEN_CIRCUIT: readonly (readonly [number, number])[] = [
  [0, 2.6],
  [0.02, 2.95],
  [0.05, 3.12],
  [0.1, 3.2],
  [0.2, 3.245],
  [0.35, 3.275],
  [0.6, 3.295],
  [0.8, 3.32],
  [0.92, 3.338],
  [0.97, 3.365],
  [1, 3.5],
];
/** Voltage rise of a cell at full power. */
const RESISTIVE = 0.075;
const CALENDAR_FADE_PER_CYCLE = 0.0032;

interface CellReadings {
  voltage: number;
  current: number;
  cellMax: number;
  cellMin: number;
  temperatureMax: number;
  temperatureMin: number;
  cycles: number;
  health: number;
}

export function openCircuitVoltage(soc: number): number {
  for (let i = 1; i < OPEN_CIRCUIT.length; i++) {
    const [fromSoc, from] = OPEN_CIRCUIT[i - 1] ?? [0, 2.6];
    const [toSoc, to] = OPEN_CIRCUIT[i] ?? [1, 3.5];
    if (soc <= toSoc) return from + ((to - from) * (soc - fromSoc)) / (toSoc - fromSoc);
  }
  return OPEN_CIRCUIT[OPEN_CIRCUIT.length - 1]?.[1] ?? 3.5;
}

/** Returns what the battery monitor shows: the string's voltage and current and the spread over its cells. */
export function readCells(
  battery: BatterySpec,
  seed: number,
  ts: number,
  soc: number,
  cellPower: number,
  temperature: number,
  discharged: number,
): CellReadings {
  const share = cellPower / battery.power;
  const mean = openCircuitVoltage(clamp(soc, 0, 1)) - RESISTIVE * share;
  // Cells differ more under load and where the curve is steep. More cells have wider extremes.
  const steep = clamp((0.12 - soc) / 0.12, 0, 1) + clamp((soc - 0.92) / 0.08, 0, 1);
  const sigma = 0.0022 + 0.006 * steep + 0.0035 * Math.abs(share);
  const extremes = Math.sqrt(2 * Math.log(battery.cells)) * sigma;
  const jitter = 1 + 0.08 * noise(seed + 50, ts, 120_000);
  const voltage = mean * battery.cells;
  const spread = 1.2 + 2.6 * Math.abs(share) + 0.3 * noise(seed + 51, ts, 600_000);
  const cycles = discharged / battery.capacity;
  return {
    voltage,
    current: (cellPower * 1000) / voltage,
    cellMax: mean + extremes * jitter,
    cellMin: mean - extremes * jitter,
    temperatureMax: temperature + spread,
    temperatureMin: temperature - 0.6 * spread,
    cycles,
    health: 100 - CALENDAR_FADE_PER_CYCLE * cycles,
  };
}

/** Returns a number from -1 to 1 that is constant for a cell. */
const natureOf = (seed: number, cell: number): number => noise(seed + 300 + cell, 0, 1);

/**
 * Returns voltage and temperature of each reported cell, within the extremes of the whole battery. A cell with more
 * resistance is lowest while discharging and highest while charging. Packs in the middle of the stack are warmer.
 */
export function readEachCell(
  seed: number,
  ts: number,
  share: number,
  { cellMax, cellMin, temperatureMax, temperatureMin }: CellReadings,
): Record<string, number> {
  const within = (low: number, high: number, place: number) => low + (high - low) * clamp(place, 0, 1);
  return Object.fromEntries(
    Array.from({ length: CELL_PACKS * PACK_CELLS }, (_, at) => {
      const [pack, cell] = [Math.floor(at / PACK_CELLS), at % PACK_CELLS];
      const jitter = 0.04 * noise(seed + 400 + at, ts, 300_000);
      const charge = 0.5 + 0.24 * natureOf(seed, at) - 0.22 * share * natureOf(seed + 100, at) + jitter;
      const middle = 1 - Math.abs((cell + 0.5) / PACK_CELLS - 0.5) * 2;
      const stack = 1 - Math.abs((pack + 0.5) / CELL_PACKS - 0.5) * 2;
      const heat = 0.12 + 0.45 * middle + 0.22 * stack + 0.1 * natureOf(seed + 200, at) + jitter;
      const place = `${pack + 1}_${cell + 1}`;
      return [
        [`cellVoltage_${place}`, within(cellMin, cellMax, charge)],
        [`cellTemperature_${place}`, within(temperatureMin, temperatureMax, heat)],
      ] as const;
    }).flat(),
  );
}
