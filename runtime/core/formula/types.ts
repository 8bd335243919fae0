/** The types of the formula language. */
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
  /** The distinct sns of its variables, in order of their first occurrence. */
  variables: readonly string[];
}

/** The error in a text that is not a formula. `at` is its character index from 0. */
export interface FormulaProblem {
  at: number;
  problem: Text;
}
