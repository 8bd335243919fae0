/** Formulas over variables, for calculated variables and alarm rules. */
export { expandFormulas, formulaCycle, formulasLimit, MAX_NESTED, MAX_PARTS } from './expand.ts';
export { formulaLevels } from './levels.ts';
export { formulaVariables, isFormulaProblem, parseFormula } from './parse.ts';
export { renameFormula } from './rename.ts';
export type { Formula, FormulaProblem } from './types.ts';
export { formulaValue } from './value.ts';
