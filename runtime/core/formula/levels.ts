/** Orders variables for creation: a calculated variable follows its sources. Pure. */
import { isFormulaProblem, parseFormula } from './parse.ts';

interface Named {
  sn: string | null;
  formula: string | null;
}

/** Returns variables by level. Variables in a cycle or with an invalid formula are last. */
export function formulaLevels<V extends Named>(variables: readonly V[]): V[][] {
  const levels: V[][] = [];
  let left = variables.map((variable) => {
    const parsed = variable.formula === null ? null : parseFormula(variable.formula);
    return { variable, needs: parsed && !isFormulaProblem(parsed) ? parsed.variables : [] };
  });
  while (left.length > 0) {
    const waiting = new Set(left.map(({ variable }) => variable.sn));
    const ready = left.filter(({ needs }) => !needs.some((sn) => waiting.has(sn)));
    const next = ready.length > 0 ? ready : left;
    levels.push(next.map(({ variable }) => variable));
    left = left.filter((entry) => !next.includes(entry));
  }
  return levels;
}
