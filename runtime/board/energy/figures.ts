/** Figures of the energy calls in the unit and with the decimals of the option `figure`. */
import { number_format, quantity_format } from '../../core/format.ts';
import { unit_convert, unit_factor } from '../../core/unit.ts';
import type { FigureOption } from '../options/figure.ts';
import type { NeedResult } from '../widget.ts';

const DECIMALS = 1;

export interface EnergyFigures {
  unit: string;
  decimals: number;
  convert(value: number | null): number | null;
  text(value: number | null): string;
  /** Without its unit, for where that stands once. */
  number(value: number | null): string;
}

export function energy_figures(given: string, { unit, decimals = DECIMALS }: FigureOption): EnergyFigures {
  const factor = unit === undefined ? null : unit_factor(given, unit);
  const shown = factor === null || unit === undefined ? given : unit;
  const convert = (value: number | null) => (value === null ? null : unit_convert(value, factor ?? 1));
  return {
    unit: shown,
    decimals,
    convert,
    number: (value) => number_format(convert(value), { decimals }),
    text: (value) => quantity_format(convert(value), shown, { decimals }),
  };
}

/** An answer that has the list that is to be drawn; anything else is no answer. */
export function with_list<T extends object>(data: T | null, list: keyof T): T | null {
  return data && Array.isArray(data[list]) ? data : null;
}

/** What the server says about a call that it refused. */
export const refusal_of = (results: readonly NeedResult[]): string | undefined =>
  results.find(({ ok }) => !ok)?.msg;

/** Parts of a whole in percent; null where there is no whole. */
export const share_of = (value: number | null, total: number | null): number | null =>
  value === null || !total ? null : (value / total) * 100;

export const percent_text = (share: number | null): string => quantity_format(share, '%', { decimals: 1 });
