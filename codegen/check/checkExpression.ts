/** Checks an expression: its names, the kinds of its values, and that amounts remain amounts. */

import { textOf } from '../../runtime/core/expressionText/index.ts';
import { isAmount } from '../../runtime/core/numbers/money.ts';
import { ARITHMETIC, DATES, ITERATORS, OPERATORS, PARTING } from '../../runtime/core/rules/operators.ts';
import { DATE_UNITS, MOMENT_UNITS } from '../../runtime/core/time/dateMath.ts';
import type { Field } from '../definition/definition.ts';
import { choice, escaped } from '../problem.ts';
import { type Add, findField, type Scope, type ValuesOf } from './scope.ts';

/** The kind of value that an expression returns, as far as it is known. */
export type Result = Field | undefined;

const AMOUNT: Field = { type: 'string', format: 'money' };
const FIGURE: Field = { type: 'number' };
const TEXT: Field = { type: 'string' };
const DATE: Field = { type: 'string', format: 'date' };
const BOOLEAN: Field = { type: 'boolean' };
const WHOLE: Field = { type: 'integer' };
const PLAIN: Readonly<Record<string, Field>> = {
  cat: TEXT,
  substr: TEXT,
  length: WHOLE,
  dateAdd: DATE,
  dateDiff: WHOLE,
};
/** Operators whose value is one of the operands, so that any of them may decide its type. */
const CHOOSING = ['and', 'or', '??'];
const CONTEXT = '$context.';
/** JSON Logic's name for the object beside the list of an iterator. */
const OUTSIDE = '../../';
/** JSON Logic's name for the place in the list. */
const PLACE = '../';
const PLACED: Field = { type: 'object', properties: { index: WHOLE } };

const merge = (results: readonly Result[]): Result =>
  results.find(isAmount) ?? results.find((result) => result !== undefined);

export interface Place {
  scope: Scope;
  pointer: string;
  add: Add;
  /** The result is rounded. */
  rounded?: boolean;
  /** The values that fields can have, where they are fixed. */
  valuesOf?: ValuesOf;
  /** The expression is a condition, which compares amounts only by their size. */
  inCondition?: boolean;
  /** Users without the permissions of other fields see the result. */
  isOpen?: boolean;
}

/** Refuses a field that not every reader of the result may see, because the result would reveal it. */
function checkSeen(field: Result, name: string, { isOpen, pointer, add }: Place): void {
  if (isOpen && field?.['x-permission'] !== undefined) add(pointer, 'computedPermission', { name });
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function literal(value: unknown): Result {
  if (typeof value === 'number') return FIGURE;
  if (typeof value === 'boolean') return BOOLEAN;
  return typeof value === 'string' ? TEXT : undefined;
}

function variable(argument: unknown, at: Place): Result {
  const { scope, pointer, add } = at;
  const [name, fallback] = listed(argument);
  let path = String(name);
  let seen: Scope = scope;
  while (path.startsWith(OUTSIDE)) {
    path = path.slice(OUTSIDE.length);
    if (!seen.above) {
      add(pointer, 'variable', {
        name: textOf({ var: String(name) }, 'value'),
        known: choice(path, Object.keys(seen.field?.properties ?? {})),
      });
      return undefined;
    }
    seen = seen.above;
  }
  if (path === '') return seen.field;
  const placed = path.startsWith(PLACE) && seen.above !== undefined;
  if (placed) path = path.slice(PLACE.length);
  const place = findField(placed ? PLACED : seen.field, path);
  if ('field' in place) {
    checkSeen(place.field, path, at);
    return place.field ?? literal(fallback);
  }
  const isContext = path.startsWith(CONTEXT);
  const [missing, known] = isContext
    ? [`$${place.missing}`, place.known.map((one) => `$${one}`)]
    : [place.missing, place.known];
  add(pointer, 'variable', { name: textOf({ var: path }, 'value'), known: choice(missing, known) });
  return undefined;
}

function iterate(operator: string, operands: unknown[], place: Place): Result {
  const { scope, pointer, add } = place;
  const list = evaluate(operands[0], { ...place, pointer: `${pointer}/0` });
  if (list?.type && list.type !== 'array') add(`${pointer}/0`, 'operandList', { operator });
  const start =
    operator === 'reduce' ? evaluate(operands[2], { ...place, pointer: `${pointer}/2` }) : undefined;
  const item: Result =
    operator === 'reduce'
      ? { type: 'object', properties: { current: list?.items ?? {}, accumulator: start ?? {} } }
      : list?.items;
  const inner: Scope = { field: item, above: scope };
  const body = evaluate(operands[1], { ...place, scope: inner, pointer: `${pointer}/1` });
  if (operator === 'filter') return list;
  if (operator === 'map') return { type: 'array', ...(body ? { items: body } : {}) };
  return operator === 'reduce' ? merge([body, start]) : BOOLEAN;
}

function calculate(operator: string, operands: unknown[], place: Place, isList: boolean): Result {
  const { pointer, add } = place;
  const rounded = operator === 'round' || (place.rounded && operator !== '/');
  const results = operands.map((operand, index) => {
    const where = isList ? `${pointer}/${index}` : pointer;
    const result = evaluate(operand, { ...place, pointer: where, rounded });
    const single = result?.type === 'array' ? result.items : result;
    const figures = literal(operand) === TEXT ? Number.isFinite(Number(operand)) : isFigure(single);
    if (!figures) add(where, 'operandFigure', { operator });
    return single;
  });
  if (operator === '/') {
    if (results.some(isAmount) && !place.rounded) add(pointer, 'divisionRounding');
    return isAmount(results[0]) && !isAmount(results[1]) ? AMOUNT : FIGURE;
  }
  if (operator === 'round') return results[0];
  return results.some(isAmount) ? AMOUNT : FIGURE;
}

/** Returns whether the result can be a figure. Fields defined as texts, lists or objects never can. */
const isFigure = (result: Result): boolean =>
  result?.type === undefined || isAmount(result) || !['string', 'array', 'object'].includes(result.type);

/** Operators that take a list and the name of a field of its lines. */
const LISTED = ['sum', 'min', 'max'];
const isLineName = (operand: unknown): boolean =>
  typeof operand === 'string' && !Number.isFinite(Number(operand));

/** Checks that the name is a figure of the lines. Returns the field. */
function checkLines(operator: string, list: Result, name: unknown, at: Place): Result {
  const { pointer, add } = at;
  const lines = list?.items;
  if (list?.type !== undefined && list.type !== 'array') {
    add(`${pointer}/${operator in PARTING ? 1 : 0}`, 'operandList', { operator });
    return undefined;
  }
  const place = findField(lines, String(name));
  if ('missing' in place) {
    add(pointer, 'variable', { name: String(name), known: choice(place.missing, place.known) });
    return undefined;
  }
  if (!isFigure(place.field)) add(pointer, 'operandFigure', { operator });
  checkSeen(place.field, String(name), at);
  return place.field;
}

/** Checks the operands of an operator over lines: the list, and the name of the field that it adds up or compares. */
function overLines(operator: string, operands: unknown[], place: Place): Result {
  const list = evaluate(operands[0], { ...place, pointer: `${place.pointer}/0` });
  const figure = checkLines(operator, list, operands[1], place);
  return isAmount(figure) ? AMOUNT : FIGURE;
}

function partAmount(operator: string, operands: unknown[], place: Place): Result {
  const [amount, list, , unit] = operands.map((operand, index) =>
    index === 2 ? undefined : evaluate(operand, { ...place, pointer: `${place.pointer}/${index}` }),
  );
  if (!isFigure(amount)) place.add(`${place.pointer}/0`, 'operandFigure', { operator });
  checkLines(operator, list, operands[2], place);
  return operands.length > 3 || unit !== undefined ? AMOUNT : { type: 'array', items: AMOUNT };
}

function checkDates(operator: string, operands: unknown[], results: Result[], { pointer, add }: Place): void {
  const unit = operands[2];
  const isBetween = operator === 'dateDiff';
  const format = isBetween && MOMENT_UNITS.includes(String(unit)) ? 'date-time' : 'date';
  const isTime = (index: number) =>
    literal(operands[index]) === TEXT ||
    results[index]?.type === undefined ||
    results[index]?.format === format;
  for (const index of isBetween ? [0, 1] : [0])
    if (!isTime(index)) add(`${pointer}/${index}`, 'operandDate', { operator, format });
  if (!isBetween && !isFigure(results[1])) add(`${pointer}/1`, 'operandFigure', { operator });
  const units = isBetween ? [...MOMENT_UNITS, ...DATE_UNITS] : DATE_UNITS;
  if (unit !== undefined && !units.includes(String(unit)))
    add(`${pointer}/2`, 'noOption', { value: JSON.stringify(unit), known: choice(unit, units) });
}

const COMPARING: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!=']);
const EQUAL: ReadonlySet<string> = new Set(['==', '!=']);

type Kind = 'figure' | 'time' | 'yesNo' | 'text';
const TIMES: readonly unknown[] = ['date', 'date-time'];
const DAY = /^\d{4}-\d\d-\d\d/;

/** Returns the kinds of a quoted text, which may be a figure or a day. An empty text fits every kind. */
function kindsOfText(text: string): Kind[] | undefined {
  if (text === '') return undefined;
  if (DAY.test(text)) return ['time', 'text'];
  return Number.isFinite(Number(text)) ? ['figure', 'text'] : ['text'];
}

/**
 * Returns the kinds that an operand can be compared with. Undefined if any. Values of different kinds cannot be
 * ordered.
 */
function kindsOf(operand: unknown, result: Result): Kind[] | undefined {
  if (typeof operand === 'string') return kindsOfText(operand);
  if (operand === null || result === undefined) return undefined;
  if (TIMES.includes(result.format)) return ['time'];
  if (isAmount(result) || result.type === 'number' || result.type === 'integer') return ['figure'];
  if (result.type === 'boolean') return ['yesNo'];
  return result.type === 'string' && result.format === undefined ? ['text'] : undefined;
}

function checkKinds(operands: unknown[], results: Result[], { pointer, add }: Place): void {
  const kinds = results.flatMap((result, index) => {
    const known = kindsOf(operands[index], result);
    return known ? [known] : [];
  });
  const [first = [], ...others] = kinds;
  if (others.some((kind) => !kind.some((one) => first.includes(one)))) add(pointer, 'comparedKinds');
}

const isFilled = (value: unknown): boolean =>
  value !== '' && ['string', 'number', 'boolean'].includes(typeof value);

/** Refuses a value that the field cannot have, which makes the comparison always true or always false. */
function checkChoices(field: Result, values: readonly (readonly [unknown, string])[], place: Place): void {
  const { add, valuesOf, inCondition } = place;
  if (!field) return;
  const filled = values.filter(([value]) => isFilled(value));
  if (inCondition && isAmount(field) && filled.length > 0) add(place.pointer, 'conditionAmount');
  const allowed = valuesOf?.(field.items && !field.items.properties ? field.items : field) ?? [];
  if (allowed.length === 0) return;
  for (const [value, pointer] of filled)
    if (!allowed.includes(value))
      add(pointer, 'conditionValue', { value: textOf(value, 'value'), known: choice(value, allowed) });
}

function checkEqual(operands: unknown[], results: Result[], place: Place): void {
  for (const [index, other] of [1, 0].entries())
    checkChoices(results[other], [[operands[index], `${place.pointer}/${index}`]], place);
}

/** Checks `in`. One operand is a list of values or a field with a list. */
function checkIn([value, list]: unknown[], results: Result[], place: Place): void {
  const { pointer } = place;
  const items = Array.isArray(list) ? list.map((item, at) => [item, `${pointer}/1/${at}`] as const) : [];
  checkChoices(results[0], items, place);
  checkChoices(results[1], [[value, `${pointer}/0`]], place);
}

function decide(operands: unknown[], place: Place): Result {
  const results = operands.map((operand, index) =>
    evaluate(operand, { ...place, pointer: `${place.pointer}/${index}` }),
  );
  // Each condition precedes its result. The last operand has no condition: it is the default.
  return merge(results.filter((_, index) => index % 2 === 1 || index === results.length - 1));
}

function operate(operator: string, argument: unknown, place: Place): Result {
  const operands = listed(argument);
  const { least, most } = OPERATORS[operator]!;
  if (operands.length < least || (most !== undefined && operands.length > most)) {
    place.add(place.pointer, 'operands', {
      operator,
      count: most === least ? least : `${least}–${most ?? '…'}`,
    });
    return undefined;
  }
  if (operator === 'var') return variable(argument, place);
  if (operator in ITERATORS) return iterate(operator, operands, place);
  if (operator in PARTING) return partAmount(operator, operands, place);
  if (LISTED.includes(operator) && operands.length === 2 && isLineName(operands[1]))
    return overLines(operator, operands, place);
  if (operator in ARITHMETIC) return calculate(operator, operands, place, Array.isArray(argument));
  if (operator === 'if') return decide(operands, place);
  const results = operands.map((operand, index) =>
    evaluate(operand, {
      ...place,
      pointer: Array.isArray(argument) ? `${place.pointer}/${index}` : place.pointer,
    }),
  );
  if (operator in DATES) checkDates(operator, operands, results, place);
  if (COMPARING.has(operator)) checkKinds(operands, results, place);
  if (EQUAL.has(operator)) checkEqual(operands, results, place);
  if (operator === 'in') checkIn(operands, results, place);
  if (CHOOSING.includes(operator)) return merge(results);
  return operator === 'merge' ? merge(results) : (PLAIN[operator] ?? BOOLEAN);
}

/** Reports what is wrong with an expression. Returns its result as far as it is known. */
export function evaluate(expression: unknown, place: Place): Result {
  if (typeof expression !== 'object' || expression === null) return literal(expression);
  if (Array.isArray(expression)) {
    const items = expression.map((item, index) =>
      evaluate(item, { ...place, pointer: `${place.pointer}/${index}` }),
    );
    const item = merge(items);
    return { type: 'array', ...(item ? { items: item } : {}) };
  }
  const [operator = '', argument] = Object.entries(expression)[0] ?? [];
  return operate(operator, argument, { ...place, pointer: `${place.pointer}/${escaped(operator)}` });
}
