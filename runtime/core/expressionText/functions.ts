/** The functions that expressions may call, by the names that people write. */
import { OPERATORS } from '../rules/operators.ts';

/** These are written as a sign or a word between their operands, or under another name. */
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

/** They take a list, or the field of its lines. */
export const isLineFunction = (name: string): boolean => ['sum', 'min', 'max'].includes(name);

export const ORDERED = ['<', '<=', '>', '>='];
