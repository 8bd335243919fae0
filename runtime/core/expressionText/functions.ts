/** The functions of expressions, by the names that authors write. */
import { OPERATORS } from '../rules/operators.ts';

/** Operators that are written as a sign or word between their operands, or under another name. */
const SIGNS = [
  'var',
  'and',
  'or',
  '??',
  '!',
  '!!',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  '+',
  '-',
  '*',
  '/',
  '%',
];

/** `filled` is neither empty nor zero, nor no; `default` gives what counts where something is empty. */
export const FUNCTIONS: readonly string[] = [
  ...Object.keys(OPERATORS).filter((name) => !SIGNS.includes(name)),
  'filled',
  'default',
];

/** Returns whether a function takes a list, or the field of its lines. */
export const isLineFunction = (name: string): boolean => ['sum', 'min', 'max'].includes(name);

export const ORDERED = ['<', '<=', '>', '>='];
