import type { VariableKind } from '../types.ts';

interface NamedUnit {
  unit: string;
  kind: VariableKind;
  decimals: number;
}

/** Suffixes of telemetry keys and column names, longest first where one ends another. */
const SUFFIXES: readonly [suffix: string, unit: string, decimals: number][] = [
  ['kvarh', 'kvarh', 2],
  ['mwh', 'MWh', 3],
  ['kwh', 'kWh', 2],
  ['wh', 'Wh', 0],
  ['kvar', 'kvar', 2],
  ['kva', 'kVA', 2],
  ['mw', 'MW', 3],
  ['kw', 'kW', 2],
  ['w', 'W', 0],
  ['wm2', 'W/m²', 0],
  ['mv', 'mV', 0],
  ['kv', 'kV', 2],
  ['v', 'V', 2],
  ['ma', 'mA', 0],
  ['a', 'A', 2],
  ['ah', 'Ah', 1],
  ['hz', 'Hz', 2],
  ['pct', '%', 1],
  ['c', '°C', 1],
  ['degc', '°C', 1],
  ['deg', '°', 0],
  ['hpa', 'hPa', 1],
  ['ms', 'm/s', 1],
  ['min', 'min', 0],
  ['s', 's', 0],
  ['t', 't', 3],
  ['kg', 'kg', 2],
  ['m3', 'm³', 2],
];

const ENERGY_UNITS = new Set(['Wh', 'kWh', 'MWh', 'kvarh']);
const COUNTER_NAME = /(?:^|_)(?:total|counter|cumulative|cumulated|reading)(?:_|$)/;

/**
 * Reads from a name such as `active_energy_total_kwh` what its values are. Without a known suffix: no unit. Energy is a
 * running total only where the name says so.
 */
export function unitOfName(name: string): NamedUnit {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  const match = SUFFIXES.find(([suffix]) => suffix === last);
  const [, unit, decimals] = match ?? ['', '', 2];
  const counter = ENERGY_UNITS.has(unit) && COUNTER_NAME.test(words.join('_'));
  return { unit, decimals, kind: counter ? 'counter' : 'gauge' };
}
