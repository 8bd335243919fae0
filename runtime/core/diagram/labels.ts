/** Makes the labels beside a symbol: its name and its values. Pure. */
import { EMPTY_VALUE, formatQuantity } from '../numbers/format.ts';
import type { Diagram, DiagramSymbol } from './diagram.ts';

export interface LabelLine {
  /** Serial number of the variable. Empty for the name. */
  sn: string;
  text: string;
  /** True if the device is silent for longer than allowed, or deleted. */
  old: boolean;
}

export interface ShownValue {
  value: number | string | null;
  unit: string;
  decimals: number;
  stale: boolean;
}

export type ShownValues = ReadonlyMap<string, ShownValue>;

function valueLine(sn: string, { value, unit, decimals, stale }: ShownValue): LabelLine {
  const text = typeof value === 'number' ? formatQuantity(value, unit, { decimals }) : (value ?? EMPTY_VALUE);
  return { sn, text, old: stale || value === null };
}

/** @param gone text for a deleted variable */
export function labelLines(symbol: DiagramSymbol, values: ShownValues | null, gone: string): LabelLine[] {
  const name = symbol.name ? [{ sn: '', text: symbol.name, old: false }] : [];
  if (!values) return name;
  const shown = (symbol.valueSns ?? []).map((sn) => {
    const value = values.get(sn);
    return value ? valueLine(sn, value) : { sn, text: gone, old: true };
  });
  return [...name, ...shown];
}

/**
 * Returns the power of a symbol in kW, from the first of its values with a power unit. Null if that value is outdated.
 */
function powerOf(symbol: DiagramSymbol, values: ShownValues): number | null {
  for (const sn of symbol.valueSns ?? []) {
    const found = values.get(sn);
    const factor = found && POWER_UNITS[found.unit];
    if (found && factor !== undefined && typeof found.value === 'number')
      return found.stale ? null : found.value * factor;
  }
  return null;
}

/** Returns the measured power of each symbol, by its key. */
export const powersOf = ({ symbols }: Diagram, values: ShownValues): ReadonlyMap<string, number> =>
  new Map(
    symbols.flatMap((symbol) => {
      const power = powerOf(symbol, values);
      return power === null ? [] : [[symbol.key, power] as const];
    }),
  );

const POWER_UNITS: Readonly<Record<string, number>> = { W: 0.001, kW: 1, MW: 1000 };
