/** Orders variables so that each can be created: a calculated one comes after its sources. Pure. */
import { isFormulaProblem, parseFormula } from './parse.ts';

interface Named {
  sn: string | null;
  formula: string | null;
}

/** Returns variables level by level. Those of a cycle, and those with an invalid formula, come last. */
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
