/** Formats figures of the energy calls in the unit and with the decimals of the option `figure`. */
import { formatNumber, formatQuantity } from '../../core/numbers/format.ts';
import { convertUnit, unitFactor } from '../../core/numbers/unit.ts';
import type { FigureOption } from '../options/figure.ts';
import type { NeedResult } from '../widget/widget.ts';

const DECIMALS = 1;

export interface EnergyFigures {
  unit: string;
  decimals: number;
  convert(value: number | null): number | null;
  text(value: number | null): string;
  /** Formats a value without its unit, for places that show the unit once. */
  number(value: number | null): string;
}

export function energyFigures(
  measuredUnit: string,
  { unit, decimals = DECIMALS }: FigureOption,
): EnergyFigures {
  const factor = unit === undefined ? null : unitFactor(measuredUnit, unit);
  const shown = factor === null || unit === undefined ? measuredUnit : unit;
  const convert = (value: number | null) => (value === null ? null : convertUnit(value, factor ?? 1));
  return {
    unit: shown,
    decimals,
    convert,
    number: (value) => formatNumber(convert(value), { decimals }),
    text: (value) => formatQuantity(convert(value), shown, { decimals }),
  };
}

/** Returns the answer if it contains the list to draw. Null otherwise. */
export function withList<T extends object>(data: T | null, list: keyof T): T | null {
  return data && Array.isArray(data[list]) ? data : null;
}

/** Returns the server's message for the first failed call. Undefined if no call failed. */
export const refusalOf = (results: readonly NeedResult[]): string | undefined =>
  results.find(({ ok }) => !ok)?.msg;

/** Returns a part of a whole in percent. Null if the whole is missing or zero. */
export const shareOf = (value: number | null, total: number | null): number | null =>
  value === null || !total ? null : (value / total) * 100;

export const percentText = (share: number | null): string => formatQuantity(share, '%', { decimals: 1 });
