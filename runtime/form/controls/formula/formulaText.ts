/** Reads the text of a formula for its control: its problem, its variables, its present value. Pure. */
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

/**
 * Returns the present number of a variable. Texts do not count, nor values of a device that has been silent for too
 * long.
 */
export const readingNumber = ({ data, stale }: FormulaReading): number | null =>
  stale || typeof data !== 'number' ? null : data;

/**
 * Returns the present value of the formula, as the server computes it for a calculated variable. Null if it is unknown.
 */
export function formulaNow(formula: Formula, readings: ReadonlyMap<string, FormulaReading>): number | null {
  const values = [...readings].map(([sn, reading]): [string, number | null] => [sn, readingNumber(reading)]);
  return formulaValue(formula, new Map(values));
}
