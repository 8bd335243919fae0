/** Parses the text of a formula for its control: its error, its variables, its current value. Pure. */
import {
  type Formula,
  type FormulaProblem,
  formulaValue,
  isFormulaProblem,
  parseFormula,
} from '../../../core/formula/index.ts';
import type { FormulaReading } from './readings.ts';

export function readFormula(text: string): {
  problem: FormulaProblem | null;
  variables: readonly string[];
  formula: Formula | null;
} {
  if (text.trim() === '') return { problem: null, variables: [], formula: null };
  const parsed = parseFormula(text);
  return isFormulaProblem(parsed)
    ? { problem: parsed, variables: [], formula: null }
    : { problem: null, variables: parsed.variables, formula: parsed };
}

/** Replaces the selected text by a variable. */
export function insertFormula(text: string, sn: string, start: number, end = start): string {
  const before = text.slice(0, start);
  const gap = before === '' || /[\s(]$/.test(before) ? '' : ' ';
  return `${before}${gap}[${sn.replaceAll(']', ']]')}]${text.slice(end)}`;
}

/** Returns the current number of a variable. Null for texts, and for a device that is silent for too long. */
export const readingNumber = ({ data, stale }: FormulaReading): number | null =>
  stale || typeof data !== 'number' ? null : data;

/** Returns the current value of the formula in its own unit, computed as on the server. Null if unknown. */
export function formulaNow(formula: Formula, readings: ReadonlyMap<string, FormulaReading>): number | null {
  const values = [...readings].map(([sn, reading]): [string, number | null] => [sn, readingNumber(reading)]);
  return formulaValue(formula, new Map(values));
}
