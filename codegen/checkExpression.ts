/** Checks an expression in JSON Logic: its operators and names, and that amounts stay amounts. */

import { DATE_UNITS } from '../runtime/core/dateMath.ts';
import { isAmount } from '../runtime/core/money.ts';
import type { Field } from './definition.ts';
import { ARITHMETIC, DATES, ITERATORS, OPERATORS, PARTING } from './operators.ts';
import { choice, escaped } from './problem.ts';
import { type Add, findField, type Scope } from './scope.ts';

/** The kind of value that an expression gives, as far as it is known. */
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
/** The value is one of the operands, so that any of them says what it may be. */
const CHOOSING = ['and', 'or', '??'];
/** JSON Logic calls the object beside the list of an iterator this. */
const OUTSIDE = '../../';
/** And this the place in the list. */
const PLACE = '../';
const PLACED: Field = { type: 'object', properties: { index: WHOLE } };

const merge = (results: readonly Result[]): Result =>
  results.find(isAmount) ?? results.find((result) => result !== undefined);

export interface Place {
  scope: Scope;
  pointer: string;
  add: Add;
  /** A rounding stands around it. */
  rounded?: boolean;
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function literal(value: unknown): Result {
  if (typeof value === 'number') return FIGURE;
  if (typeof value === 'boolean') return BOOLEAN;
  return typeof value === 'string' ? TEXT : undefined;
}

function variable(argument: unknown, { scope, pointer, add }: Place): Result {
  const [name, fallback] = listed(argument);
  if (typeof name !== 'string' && typeof name !== 'number') {
    if (name !== undefined && name !== null) add(pointer, 'variableName');
    return undefined;
  }
  let path = String(name);
  let seen: Scope = scope;
  while (path.startsWith(OUTSIDE)) {
    path = path.slice(OUTSIDE.length);
    if (!seen.above) {
      add(pointer, 'variable', { name, known: choice(path, Object.keys(seen.field?.properties ?? {})) });
      return undefined;
    }
    seen = seen.above;
  }
  if (path === '') return seen.field;
  const placed = path.startsWith(PLACE) && seen.above !== undefined;
  if (placed) path = path.slice(PLACE.length);
  const place = findField(placed ? PLACED : seen.field, path);
  if ('field' in place) return place.field ?? literal(fallback);
  add(pointer, 'variable', { name: path, known: choice(place.missing, place.known) });
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

/** Fields that are texts, lists or objects by their definition never become figures. */
const isFigure = (result: Result): boolean =>
  result?.type === undefined || isAmount(result) || !['string', 'array', 'object'].includes(result.type);

/** The operators that take a list and the name of the field of its lines. */
const LISTED = ['sum', 'min', 'max'];
const isLineName = (operand: unknown): boolean =>
  typeof operand === 'string' && !Number.isFinite(Number(operand));

/** Says where the name is none of a figure in the lines; answers what the lines hold. */
function checkLines(operator: string, list: Result, name: unknown, { pointer, add }: Place): Result {
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
  return place.field;
}

/** A list and the name of the field of its lines that is added up or compared. */
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
  const isDate = (index: number) =>
    literal(operands[index]) === TEXT ||
    results[index]?.type === undefined ||
    results[index]?.format === 'date';
  const dates = operator === 'dateDiff' ? [0, 1] : [0];
  for (const index of dates) if (!isDate(index)) add(`${pointer}/${index}`, 'operandDate', { operator });
  if (operator === 'dateAdd' && !isFigure(results[1])) add(`${pointer}/1`, 'operandFigure', { operator });
  const unit = operands[2];
  if (unit !== undefined && !DATE_UNITS.includes(String(unit)))
    add(`${pointer}/2`, 'noOption', { value: JSON.stringify(unit), known: choice(unit, DATE_UNITS) });
}

const COMPARING: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!=', '===', '!==']);

/** Values of another kind are neither more nor less: a text may stand for any of them. */
function kindOf(result: Result): 'figure' | 'time' | 'yesNo' | undefined {
  if (result?.format === 'date' || result?.format === 'date-time') return 'time';
  if (result?.type === 'boolean') return 'yesNo';
  return isAmount(result) || result?.type === 'number' || result?.type === 'integer' ? 'figure' : undefined;
}

function checkKinds(operands: unknown[], results: Result[], { pointer, add }: Place): void {
  const kinds = results.map((result, index) => (operands[index] === null ? undefined : kindOf(result)));
  const [first, ...others] = kinds.filter((kind) => kind !== undefined);
  if (first !== undefined && others.some((kind) => kind !== first)) add(pointer, 'comparedKinds');
}

function decide(operands: unknown[], place: Place): Result {
  const results = operands.map((operand, index) =>
    evaluate(operand, { ...place, pointer: `${place.pointer}/${index}` }),
  );
  // Conditions stand before what they lead to; the last one alone is what holds otherwise.
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
  if (CHOOSING.includes(operator)) return merge(results);
  return operator === 'merge' ? merge(results) : (PLAIN[operator] ?? BOOLEAN);
}

/** Says what is wrong with an expression; answers what comes out of it, as far as that is known. */
export function evaluate(expression: unknown, place: Place): Result {
  if (typeof expression !== 'object' || expression === null) return literal(expression);
  if (Array.isArray(expression)) {
    const items = expression.map((item, index) =>
      evaluate(item, { ...place, pointer: `${place.pointer}/${index}` }),
    );
    const item = merge(items);
    return { type: 'array', ...(item ? { items: item } : {}) };
  }
  const [operator, ...others] = Object.keys(expression);
  if (operator === undefined || others.length > 0) {
    place.add(place.pointer, 'oneOperator');
    return undefined;
  }
  const pointer = `${place.pointer}/${escaped(operator)}`;
  if (!(operator in OPERATORS)) {
    place.add(pointer, 'operator', { name: operator, known: choice(operator, Object.keys(OPERATORS)) });
    return undefined;
  }
  return operate(operator, (expression as Record<string, unknown>)[operator], { ...place, pointer });
}
