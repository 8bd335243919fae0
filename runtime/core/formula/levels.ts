/** Variables in an order in which each can be made: what is calculated comes after what it is made of. Pure. */
import { isFormulaProblem, parseFormula } from './parse.ts';

interface Named {
  sn: string | null;
  formula: string | null;
}

/** Level by level; those of a cycle, and of what is no formula, come last. */
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
