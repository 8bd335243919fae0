/** Formulas over variables: calculated variables, and alarm rules that are an expression. */
export { formula_cycle, formulas_expand, formulas_limit, MAX_NESTED, MAX_PARTS } from './expand.ts';
export { formula_levels } from './levels.ts';
export { formula_isProblem, formula_parse, formula_variables } from './parse.ts';
export { formula_rename } from './rename.ts';
export type { Formula, FormulaProblem } from './types.ts';
export { formula_value } from './value.ts';
