/** Adds inputs to calculated variables. The inputs are read together with the variables. */
import {
  expandFormulas,
  type Formula,
  isFormulaProblem,
  parseFormula,
} from '../../../../runtime/core/formula/index.ts';
import type { Calculation, FormulaBasis, TelemetryVariable } from '../types.ts';

/**
 * Parses a stored formula, which was validated on saving. Null without a formula, or if it became invalid
 * later.
 */
function parseKnownFormula(text: string | null): Formula | null {
  const parsed = text === null ? null : parseFormula(text);
  return parsed && !isFormulaProblem(parsed) ? parsed : null;
}

const NOTHING: Formula = { node: { type: 'variable', sn: '' }, variables: [] };

export type FormulaRow = TelemetryVariable & { formulaBasis: FormulaBasis };

/**
 * Adds its inputs to each calculated variable. `load` reads variables by sn. It is called once per level of nested
 * formulas, for variables that are not in `rows`. `tooLarge` is called for variables whose formulas are too large or
 * circular, so that they have no value. Such formulas are older than the check, or were saved concurrently.
 */
export async function attachCalculations<R extends FormulaRow>(
  rows: readonly R[],
  load: (sns: readonly string[]) => Promise<readonly R[]>,
  tooLarge: (row: R) => void = () => {},
): Promise<R[]> {
  const rowsBySn = new Map(rows.map((row) => [row.sn, row]));
  const formulas = new Map<string, Formula | null>();
  const requestedSns = new Set<string>();
  for (let fresh: readonly R[] = rows; fresh.length > 0; ) {
    for (const { sn, formula } of fresh) formulas.set(sn, parseKnownFormula(formula));
    const sns = fresh.flatMap(({ sn }) => formulas.get(sn)?.variables ?? []);
    const missing = [...new Set(sns)].filter((sn) => !rowsBySn.has(sn) && !requestedSns.has(sn));
    for (const sn of missing) requestedSns.add(sn);
    fresh = missing.length > 0 ? await load(missing) : [];
    for (const row of fresh) rowsBySn.set(row.sn, row);
  }
  const expand = expandFormulas((sn) => formulas.get(sn) ?? null);
  const calculationOf = (row: R): Calculation | undefined => {
    if (row.formula === null) return undefined;
    const expanded = expand(row.sn);
    if (!expanded && formulas.get(row.sn)) tooLarge(row);
    const formula = expanded ?? NOTHING;
    const inputs = formula.variables.flatMap((sn) => rowsBySn.get(sn) ?? []);
    return { formula, basis: row.formulaBasis, inputs: inputs.filter((input) => input.formula === null) };
  };
  return rows.map((row) => ({ ...row, calculation: calculationOf(row) }));
}
