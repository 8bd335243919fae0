/** Prints an expression as an equivalent text. Pure. */
import { isObject } from '../object.ts';
import { FUNCTIONS, isLineFunction, ORDERED } from './functions.ts';
import { pathText, splitPath } from './paths.ts';
import { quoted } from './tokens.ts';

/** The precedence of the text. Parts with lower precedence get parentheses. */
interface Printed {
  text: string;
  binds: number;
}

const LOOSE: Readonly<Record<string, number>> = { or: 1, and: 2 };
const NOT = 3;
const COMPARED = 4;
const SUM = 5;
const PRODUCT = 6;
const SIGNED = 7;
const CLOSED = 8;
const COMPARING: readonly string[] = ['==', '!=', 'in', ...ORDERED];
const JOINING: readonly string[] = ['or', 'and', '+', '*'];
const CALCULATING: Readonly<Record<string, number>> = {
  '+': SUM,
  '-': SUM,
  '*': PRODUCT,
  '/': PRODUCT,
  '%': PRODUCT,
};

const closed = (text: string): Printed => ({ text, binds: CLOSED });
const bracketed = ({ text, binds }: Printed, least: number): string => (binds < least ? `(${text})` : text);
const inside = (value: unknown): string => printValue(value).text;
const within = (value: unknown, least: number): string => bracketed(printValue(value), least);

const variableOf = (value: unknown): string | null =>
  isObject(value) && typeof value.var === 'string' ? value.var : null;

/** Returns the operator of an operation, if it has exactly one. */
const operatorOf = (value: unknown): string | undefined =>
  isObject(value) ? Object.keys(value)[0] : undefined;

function printLiteral(value: unknown): Printed {
  if (typeof value === 'string') return closed(quoted(value));
  if (typeof value === 'number') return { text: String(value), binds: value < 0 ? SIGNED : CLOSED };
  return closed(String(value));
}

function printVariable(operands: readonly unknown[]): Printed {
  const path = pathText(String(operands[0] ?? ''));
  return closed(operands.length > 1 ? `default(${path}, ${inside(operands[1])})` : path);
}

/**
 * Prints operands with an operator between them. An operand with the same operator gets parentheses, so that it remains
 * one operand.
 */
function printJoined(operator: string, operands: readonly unknown[], binds: number): Printed {
  const texts = operands.map((operand, index) => {
    const isSame = JOINING.includes(operator) && operatorOf(operand) === operator && hasMany(operand);
    return within(operand, isSame || index > 0 ? binds + 1 : binds);
  });
  return { text: texts.join(` ${operator} `), binds };
}

const hasMany = (value: unknown): boolean => {
  const [operands] = isObject(value) ? Object.values(value) : [];
  return Array.isArray(operands) && operands.length > 1;
};

/** Prints a list with a field of its lines. Parentheses separate parts that would otherwise form one path. */
function linesText(list: unknown, name: unknown): string {
  const path = variableOf(list);
  const isPath = path !== null && splitPath(`${path}.${name}`) !== null;
  const isCall = path === null && typeof list === 'object' && list !== null;
  const text = isPath ? inside(list) : isCall ? within(list, CLOSED) : `(${inside(list)})`;
  return `${text}.${pathText(String(name))}`;
}

const isFieldName = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isFinite(Number(value));

/** Prints a single operand of a function that takes lines. Parentheses mark a dotted name as a single value. */
function aloneText(value: unknown): string {
  const path = variableOf(value);
  return path !== null && splitPath(path) ? `(${inside(value)})` : inside(value);
}

function callText(operator: string, operands: readonly unknown[]): string {
  const [first, second, third, ...others] = operands;
  const listed = (...texts: readonly string[]) => `${operator}(${texts.join(', ')})`;
  if (operator === '!!') return `filled(${operands.map(inside).join(', ')})`;
  if (operator === '??') {
    const value = variableOf(first) === null ? inside(first) : `(${inside(first)})`;
    return `default(${[value, ...operands.slice(1).map(inside)].join(', ')})`;
  }
  if (isLineFunction(operator) && operands.length === 2 && isFieldName(second))
    return listed(linesText(first, second));
  if (isLineFunction(operator) && operands.length === 1) return listed(aloneText(first));
  if ((operator === 'allocate' || operator === 'split') && operands.length > 2)
    return listed(inside(first), linesText(second, third), ...others.map(inside));
  return listed(...operands.map(inside));
}

function printOperation(operator: string, operands: readonly unknown[]): Printed {
  const [first] = operands;
  const isAlone = operands.length === 1;
  if (operator === 'var') return printVariable(operands);
  if (operator === '!') return { text: `not ${within(first, NOT)}`, binds: NOT };
  if (operator === '-' && isAlone) {
    const isFigure = typeof first === 'number';
    return { text: `-${isFigure ? `(${inside(first)})` : within(first, SIGNED)}`, binds: SIGNED };
  }
  if (COMPARING.includes(operator)) {
    const sign = operator === '==' ? '=' : operator;
    const texts = operands.map((operand) => within(operand, COMPARED + 1));
    return { text: texts.join(` ${sign} `), binds: COMPARED };
  }
  const binds = LOOSE[operator] ?? CALCULATING[operator];
  if (binds !== undefined) return printJoined(operator, operands, binds);
  if (!FUNCTIONS.includes(operator) && operator !== '!!' && operator !== '??')
    throw new Error(`no text says the operator ${operator}`);
  return closed(callText(operator, operands));
}

function printValue(value: unknown): Printed {
  if (Array.isArray(value)) return closed(`[${value.map(inside).join(', ')}]`);
  if (!isObject(value)) return printLiteral(value);
  const [entry] = Object.entries(value);
  if (!entry) throw new Error('an object without an operator is no expression');
  return printOperation(entry[0], [entry[1]].flat());
}

export const printText = (value: unknown): string => inside(value);
