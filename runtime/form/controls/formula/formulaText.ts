/** The control of a formula reads its text: its problem, its variables, its value now. Pure. */
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

/** Puts a variable in place of what is selected. */
export function insertFormula(text: string, sn: string, start: number, end = start): string {
  const before = text.slice(0, start);
  const gap = before === '' || /[\s(]$/.test(before) ? '' : ' ';
  return `${before}${gap}[${sn.replaceAll(']', ']]')}]${text.slice(end)}`;
}

/** Returns what counts of a reading now: texts, and values older than their device may be silent, do not. */
export const readingNumber = ({ data, stale }: FormulaReading): number | null =>
  stale || typeof data !== 'number' ? null : data;

/** Returns what the formula is now, as the server says it of a calculated variable; null: not known. */
export function formulaNow(formula: Formula, readings: ReadonlyMap<string, FormulaReading>): number | null {
  const values = [...readings].map(([sn, reading]): [string, number | null] => [sn, readingNumber(reading)]);
  return formulaValue(formula, new Map(values));
}
