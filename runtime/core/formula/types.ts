/** The language of formulas over variables; types only. */
import type { Text } from '../../../generated/definition.ts';
import type { FunctionName } from './functions.ts';

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '<'
  | '<='
  | '>'
  | '>='
  | '=='
  | '!='
  | '&&'
  | '||';
export type UnaryOperator = '+' | '-' | '!';

export type FormulaNode =
  | { type: 'number'; value: number }
  | { type: 'variable'; sn: string }
  | { type: 'unary'; operator: UnaryOperator; argument: FormulaNode }
  | { type: 'binary'; operator: BinaryOperator; left: FormulaNode; right: FormulaNode }
  | { type: 'if'; test: FormulaNode; yes: FormulaNode; no: FormulaNode }
  | { type: 'call'; name: FunctionName; args: FormulaNode[] };

export interface Formula {
  node: FormulaNode;
  /** The numbers (sn) of its variables, each once, in the order of their first mention. */
  variables: readonly string[];
}

/** The reason why a text is not a formula, and its place. `at` counts characters from 0. */
export interface FormulaProblem {
  at: number;
  problem: Text;
}
