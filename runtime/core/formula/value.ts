/**
 * Computes a formula for given values. It is pure, without eval, and equal in browser and server. The result is unknown
 * (null) if it depends on an unknown value or a division by zero. Only the chosen branch of `if` is computed.
 * Comparisons and `&& || !` return 1 or 0. Any value except 0 is true.
 */
import { functionOf } from './functions.ts';
import type { BinaryOperator, Formula, FormulaNode } from './types.ts';

export type FormulaValues = ReadonlyMap<string, number | null>;

const truth = (isTrue: boolean): number => (isTrue ? 1 : 0);

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

/** Returns a finite number, or null. Adding zero converts -0 to 0. */
const finite = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null);

function nodeValue(node: FormulaNode, values: FormulaValues): number | null {
  switch (node.type) {
    case 'number':
      return node.value;
    case 'variable':
      return values.get(node.sn) ?? null;
    case 'unary': {
      const value = nodeValue(node.argument, values);
      if (value === null) return null;
      if (node.operator === '!') return truth(value === 0);
      return node.operator === '-' ? finite(-value) : value;
    }
    case 'binary': {
      const left = nodeValue(node.left, values);
      const right = left === null ? null : nodeValue(node.right, values);
      return left === null || right === null ? null : finite(BINARY[node.operator](left, right));
    }
    case 'if': {
      const test = nodeValue(node.test, values);
      return test === null ? null : nodeValue(test === 0 ? node.no : node.yes, values);
    }
    case 'call': {
      const args: number[] = [];
      for (const arg of node.args) {
        const value = nodeValue(arg, values);
        if (value === null) return null;
        args.push(value);
      }
      return finite(functionOf(node.name).value(args));
    }
  }
}

export const formulaValue = ({ node }: Formula, values: FormulaValues): number | null =>
  nodeValue(node, values);
