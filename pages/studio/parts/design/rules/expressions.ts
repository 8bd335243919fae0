/** Reads and writes expressions for pickers: two fields with an operator between, or a figure of the lines. */
import type { EntityDefinition, Field } from '../../../../../generated/definition.ts';
import { isObject } from '../../../../../runtime/core/object.ts';
import { type EntityDocument, fieldsOf, isMoney } from '../entityDoc.ts';

export const OPERATORS = ['*', '+', '-', '/'] as const;
export type Operator = (typeof OPERATORS)[number];
export const LINE_FIGURES = ['sum', 'length', 'max', 'min'] as const;
export type LineFigure = (typeof LINE_FIGURES)[number];

export interface Product {
  left: string;
  operator: Operator;
  right: string;
}

export interface Total {
  lines: string;
  figure: LineFigure;
  /** Empty if the lines are counted. */
  field: string;
}

const DECIMALS = 2;

const variable = (value: unknown): string | null =>
  isObject(value) && Object.keys(value).length === 1 && typeof value.var === 'string' ? value.var : null;

/** Returns the only operator of an expression, with its operands. Null for other values. */
function operation(value: unknown): [string, unknown[]] | null {
  if (!isObject(value)) return null;
  const [entry, ...others] = Object.entries(value);
  return entry && others.length === 0 && Array.isArray(entry[1]) ? [entry[0], entry[1]] : null;
}

/** Returns null if the pickers cannot show the expression. */
export function readProduct(expression: unknown): Product | null {
  const outer = operation(expression);
  const found = outer?.[0] === 'round' ? operation(outer[1][0]) : outer;
  if (!found) return null;
  const [operator, operands] = found;
  const [left, right] = operands.map(variable);
  const known = OPERATORS.find((one) => one === operator);
  return known && operands.length === 2 && left != null && right != null
    ? { left, operator: known, right }
    : null;
}

export function readTotal(expression: unknown): Total | null {
  const found = operation(expression);
  const figure = LINE_FIGURES.find((one) => one === found?.[0]);
  const lines = variable(found?.[1][0]);
  if (!figure || lines === null) return null;
  const field = found?.[1][1];
  if (figure === 'length') return { lines, figure, field: '' };
  return typeof field === 'string' ? { lines, figure, field } : null;
}

const FIGURE_KEYWORDS = ['type', 'format', 'readOnly', 'x-computed', 'x-decimals'];

const withoutFigure = (field: Field): Field =>
  Object.fromEntries(Object.entries(field).filter(([keyword]) => !FIGURE_KEYWORDS.includes(keyword)));

const amount = (field: Field, expression: Record<string, unknown>): Field => ({
  type: 'string',
  format: 'money',
  ...withoutFigure(field),
  readOnly: true,
  'x-computed': expression,
});
const figure = (field: Field, expression: Record<string, unknown>, type: 'number' | 'integer'): Field => ({
  type,
  ...withoutFigure(field),
  readOnly: true,
  'x-computed': expression,
});

/** Writes a product or sum. The result for amounts is an amount, but the ratio of two amounts is a number. */
export function writeProduct(
  field: Field,
  { left, operator, right }: Product,
  fields: Readonly<Record<string, Field>>,
): Field {
  const plain = { [operator]: [{ var: left }, { var: right }] };
  const expression = operator === '/' ? { round: [plain, DECIMALS] } : plain;
  const money = [left, right].filter((name) => isMoney(fields[name])).length;
  return money === 1 || (money === 2 && operator !== '/')
    ? amount(field, expression)
    : figure(field, expression, 'number');
}

export function writeTotal(field: Field, total: Total, lines: EntityDefinition | undefined): Field {
  if (total.figure === 'length') return figure(field, { length: [{ var: total.lines }] }, 'integer');
  const expression = { [total.figure]: [{ var: total.lines }, total.field] };
  const added = lines && fieldsOf(lines)[total.field];
  return isMoney(added) ? amount(field, expression) : figure(field, expression, 'number');
}

/** Returns the entity of the lines of a total. Undefined if there is none. */
export const findLines = ({ lines = [] }: EntityDocument, name: string): EntityDefinition | undefined =>
  lines.find(({ of }) => of?.as === name);

function settleFields<E extends EntityDefinition>(entity: E, whole: EntityDocument): E {
  const fields = { ...fieldsOf(entity) };
  for (const [name, field] of Object.entries(fields)) {
    const product = readProduct(field['x-computed']);
    const total = product ? null : readTotal(field['x-computed']);
    if (product) fields[name] = writeProduct(field, product, fields);
    if (total) fields[name] = writeTotal(field, total, findLines(whole, total.lines));
  }
  return { ...entity, schema: { ...entity.schema, properties: fields } };
}

/** After a change of a field's kind, turns results computed from amounts into amounts, and others into numbers. */
export function settleFigures(entity: EntityDocument): EntityDocument {
  const { lines } = entity;
  const settled = lines ? { ...entity, lines: lines.map((line) => settleFields(line, entity)) } : entity;
  return settleFields(settled, settled);
}
