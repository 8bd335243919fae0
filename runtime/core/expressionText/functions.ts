/** The functions of expressions, with their names in texts. */
import { OPERATORS } from '../rules/operators.ts';

/** Operators that are written with another name, or between their operands. */
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

/** `filled`: true unless the value is empty, zero or false. `default`: the replacement of an empty value. */
export const FUNCTIONS: readonly string[] = [
  ...Object.keys(OPERATORS).filter((name) => !SIGNS.includes(name)),
  'filled',
  'default',
];

/** Returns whether a function takes a list, or a field of its lines. */
export const isLineFunction = (name: string): boolean => ['sum', 'min', 'max'].includes(name);

export const ORDERED = ['<', '<=', '>', '>='];
