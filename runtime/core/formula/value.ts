/**
 * What a formula is for given values. Pure, without eval, the same in browser and server. Null in, null out: an
 * unknown value makes everything unknown that it is part of, and so does a division by zero. Only the branch that
 * `if` chooses counts. What is compared or joined by `&& || !` is 1 or 0; any value but 0 holds.
 */
import { function_of } from './functions.ts';
import type { BinaryOperator, Formula, FormulaNode } from './types.ts';

export type FormulaValues = ReadonlyMap<string, number | null>;

const truth = (holds: boolean): number => (holds ? 1 : 0);

const BINARY: Record<BinaryOperator, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '<': (left, right) => truth(left < right),
  '<=': (left, right) => truth(left <= right),
  '>': (left, right) => truth(left > right),
  '>=': (left, right) => truth(left >= right),
  '==': (left, right) => truth(left === right),
  '!=': (left, right) => truth(left !== right),
  '&&': (left, right) => truth(left !== 0 && right !== 0),
  '||': (left, right) => truth(left !== 0 || right !== 0),
};

/** Adding zero turns -0, which would be shown as "-0", into 0. */
const finite = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null);

function node_value(node: FormulaNode, values: FormulaValues): number | null {
  switch (node.type) {
    case 'number':
      return node.value;
    case 'variable':
      return values.get(node.sn) ?? null;
    case 'unary': {
      const value = node_value(node.argument, values);
      if (value === null) return null;
      if (node.operator === '!') return truth(value === 0);
      return node.operator === '-' ? finite(-value) : value;
    }
    case 'binary': {
      const left = node_value(node.left, values);
      const right = left === null ? null : node_value(node.right, values);
      return left === null || right === null ? null : finite(BINARY[node.operator](left, right));
    }
    case 'if': {
      const test = node_value(node.test, values);
      return test === null ? null : node_value(test === 0 ? node.no : node.yes, values);
    }
    case 'call': {
      const args: number[] = [];
      for (const arg of node.args) {
        const value = node_value(arg, values);
        if (value === null) return null;
        args.push(value);
      }
      return finite(function_of(node.name).value(args));
    }
  }
}

export const formula_value = ({ node }: Formula, values: FormulaValues): number | null =>
  node_value(node, values);
