/** Compiles the texts of definitions, and prints them back to text. Pure. */
import type { Condition } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import { readCondition } from './condition.ts';
import { conditionLogic } from './conditionText.ts';
import { type Parsed, readText } from './parse.ts';
import { printText } from './print.ts';
import { TextError, type TextProblem } from './problems.ts';

/**
 * Kinds of texts. An expression is computed. A value is computed or fixed. A condition is a JSON Schema of the record.
 * `where` selects the records of a roll-up. `wanted` is the required value of another record's field.
 */
export type Sort = 'expression' | 'value' | 'condition' | 'where' | 'wanted';

/** The original texts of compiled objects. */
const texts = new WeakMap<object, string>();
const logics = new WeakMap<object, unknown>();

const isVariable = (value: unknown): boolean => isObject(value) && typeof value.var === 'string';
const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Reads a part of `where`: its field, and the values that it must or must not have. */
function readWhere({ value, placeOf }: Parsed): Condition {
  const parts = isObject(value) && Array.isArray(value.and) ? value.and : [value];
  const properties: Record<string, unknown> = {};
  for (const [index, part] of parts.entries()) {
    const found = readPart(part);
    if (!found || found.name in properties)
      throw new TextError(placeOf(parts.length > 1 ? `/and/${index}` : ''), 'whereForm');
    properties[found.name] = found.test;
  }
  return { properties };
}

function readPart(part: unknown): { name: string; test: object } | null {
  if (!isObject(part)) return null;
  if (Array.isArray(part['!'])) {
    const inner = readPart(part['!'][0]);
    return inner && 'enum' in inner.test ? { ...inner, test: { not: inner.test } } : null;
  }
  const [operator = '', operands] = Object.entries(part)[0] ?? [];
  if (!Array.isArray(operands) || !isVariable(operands[0])) return null;
  const name = String((operands[0] as { var: string }).var);
  const [, value] = operands as unknown[];
  if (operator === 'in' && Array.isArray(value) && value.length > 0 && value.every(isPlain))
    return { name, test: { enum: value } };
  if (operator === '==' && isPlain(value)) return { name, test: { const: value } };
  return operator === '!=' && isPlain(value) ? { name, test: { not: { enum: [value] } } } : null;
}

/** Converts the `where` of a roll-up to an equivalent expression. */
function whereLogic(where: unknown): unknown {
  const parts = Object.entries(isObject(where) && isObject(where.properties) ? where.properties : {}).map(
    ([name, test]) => partLogic({ var: name }, test),
  );
  return parts.length === 1 ? parts[0] : { and: parts };
}

function partLogic(field: object, test: unknown): unknown {
  if (!isObject(test)) return test;
  if ('const' in test) return { '==': [field, test.const] };
  if ('enum' in test) return { in: [field, test.enum] };
  const values = isObject(test.not) && Array.isArray(test.not.enum) ? test.not.enum : [];
  return values.length === 1 ? { '!=': [field, values[0]] } : { '!': [{ in: [field, values] }] };
}

function compile(text: string, sort: Sort): unknown {
  const parsed = readText(text);
  const { value, placeOf } = parsed;
  if (sort === 'condition') return readCondition(value, { placeOf, pointer: '' });
  if (sort === 'where') return readWhere(parsed);
  if (sort === 'expression' && !isObject(value)) throw new TextError(placeOf(''), 'fixedValue');
  const isAllowed = isPlain(value) || isVariable(value) || (Array.isArray(value) && value.every(isPlain));
  if (sort === 'wanted' && !isAllowed) throw new TextError(placeOf(''), 'wantedForm');
  return value;
}

/** Compiles a text, or returns its error and the position. */
export function compileText(text: string, sort: Sort): { value: unknown } | TextProblem {
  try {
    const value = compile(text, sort);
    if (isObject(value)) {
      texts.set(value, text);
      logics.set(value, readText(text).value);
    }
    return { value };
  } catch (error) {
    if (error instanceof TextError) return error.found;
    throw error;
  }
}

/** Returns a placeholder for an invalid text. Printing it returns the text. */
export function keepText(text: string): object {
  const placeholder = {};
  texts.set(placeholder, text);
  return placeholder;
}

/** Returns a condition as an expression, from its original text if known. */
export const logicOf = (condition: object): unknown => logics.get(condition) ?? conditionLogic(condition);

/** Returns the original text, or an equivalent one. */
export function textOf(value: unknown, sort: Sort): string {
  const written = isObject(value) ? texts.get(value) : undefined;
  if (written !== undefined) return written;
  if (sort === 'where') return printText(whereLogic(value));
  return printText(sort === 'condition' ? conditionLogic(value) : value);
}
