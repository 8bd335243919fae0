/** Computes expressions in JSON Logic with the same code in the browser and on the server. */
import { LogicEngine } from 'json-logic-engine';
import type { Field } from '../../../generated/definition.ts';
import { allocate, split } from '../numbers/allocate.ts';
import { arithmetic, comparisons, ExpressionError, type ExpressionProblem } from '../numbers/arithmetic.ts';
import { decimalText, parseDecimal, roundDecimal } from '../numbers/decimal.ts';
import { isAmount, isTooLarge, moneyText, roundMoney } from '../numbers/money.ts';
import { dateMath } from '../time/dateMath.ts';
import { listReadNames } from './namesRead.ts';
import { OPERATORS } from './operators.ts';

type Values = Record<string, unknown>;

/** The value of an expression, or the error. The value is null if an operand is empty. */
export type Computed =
  | { value: unknown; problem?: undefined }
  | { value?: undefined; problem: ExpressionProblem; reason: string };

/**
 * Creates an engine that interprets expressions. Compiling would need eval, which the Content-Security-Policy forbids.
 */
function createEngine(): LogicEngine {
  const engine = new LogicEngine(undefined, { disableInline: true });
  for (const name of Object.keys(engine.methods)) if (!(name in OPERATORS)) delete engine.methods[name];
  for (const [name, work] of Object.entries({ ...arithmetic, ...comparisons, ...dateMath, allocate, split }))
    engine.addMethod(name, work, { deterministic: true });
  return engine;
}

const engine = createEngine();

/** Explains an error. The engine throws an object with a type instead of an Error. */
function explainFailure(error: unknown): Computed {
  if (error instanceof ExpressionError) return { problem: error.problem, reason: error.message };
  const reason = error instanceof Error ? error.message : (JSON.stringify(error) ?? String(error));
  return { problem: 'failed', reason };
}

/** The list that contains an object, the object's index in it, and the surrounding object. */
export interface Around {
  list: readonly unknown[];
  index: number;
  values: Values;
}

function readInput(values: Values, context: Values): Values {
  const input: Values = {};
  for (const [name, value] of Object.entries(values)) if (value !== null && value !== '') input[name] = value;
  input.$context = context;
  return input;
}

/**
 * Computes an expression over an object and `$context`. Empty values count as missing. A line has the same paths as an
 * iterator's item: its index is `../index`, the record is `../../`. Never throws.
 */
export function computeValue(
  expression: Values,
  values: Values,
  context: Values = {},
  around?: Around,
): Computed {
  try {
    const above = around
      ? [{ iterator: around.list, index: around.index }, readInput(around.values, context)]
      : [];
    const value: unknown = engine.run(expression, readInput(values, context), { above });
    return { value: value === undefined || value === '' ? null : value };
  } catch (error) {
    return explainFailure(error);
  }
}

function fitFigure(field: Field, value: unknown): unknown {
  const decimal = typeof value === 'number' || typeof value === 'string' ? parseDecimal(value) : null;
  if (!decimal) throw new ExpressionError('notNumber', `${JSON.stringify(value)} is not a number`);
  if (isAmount(field)) {
    const amount = roundMoney(decimal);
    if (isTooLarge(amount)) throw new ExpressionError('tooLarge', `${moneyText(amount)} is not an amount`);
    return moneyText(amount);
  }
  const figure = Number(decimalText(field.type === 'integer' ? roundDecimal(decimal, 0) : decimal));
  if (!Number.isFinite(figure)) throw new ExpressionError('tooLarge', 'the result has too many digits');
  return figure;
}

const isKind = (field: Field, value: unknown): boolean =>
  field.type === undefined ||
  (field.type === 'array' ? Array.isArray(value) : !Array.isArray(value) && typeof value === field.type);

/** Converts a result to the form of its field: amounts and numbers. Others remain unchanged. */
function fitValue(field: Field, value: unknown): unknown {
  if (value === null) return null;
  if (field.type === 'number' || field.type === 'integer' || isAmount(field)) return fitFigure(field, value);
  if (field.type === 'string' && typeof value === 'number') return String(value);
  if (isKind(field, value)) return value;
  throw new ExpressionError('failed', `${JSON.stringify(value)} is not of type ${field.type}`);
}

/** Computes an expression and converts the result to its field's stored form. Never throws. */
export function fitExpression(
  field: Field,
  expression: Values,
  values: Values,
  context: Values = {},
  around?: Around,
): Computed {
  const computed = computeValue(expression, values, context, around);
  if (computed.problem) return computed;
  try {
    return { value: fitValue(field, computed.value) };
  } catch (error) {
    return explainFailure(error);
  }
}

interface Reading {
  /** True if the expression reads values outside its object, from surrounding objects or the context. */
  outward: boolean;
  /** The fields of the object that the expression reads. Null if unknown. */
  fields: ReadonlySet<string> | null;
}

const readings = new WeakMap<Field, Reading>();

/** Returns the fields that a computed field reads. */
export function readingOf(field: Field): Reading {
  const known = readings.get(field);
  if (known) return known;
  const names = listReadNames(field['x-computed']);
  const fields = names.map((name) => name.split('.')[0] ?? '');
  const reading = {
    outward: names.some((name) => /^(?:\.\.\/|\$context)/.test(name)),
    fields: fields.includes('') ? null : new Set(fields),
  };
  readings.set(field, reading);
  return reading;
}

const computedBefore = new WeakMap<Values, Map<Field, Computed>>();

/**
 * Computes a field with `x-computed` in its stored form. Never throws. Values are immutable, so results are cached by
 * object. A record is computed in several rounds. In later rounds most lines are unchanged.
 */
export function computeField(field: Field, values: Values, context?: Values, around?: Around): Computed {
  const compute = () => fitExpression(field, field['x-computed'] ?? {}, values, context, around);
  if (readingOf(field).outward) return compute();
  const results = computedBefore.get(values) ?? new Map<Field, Computed>();
  computedBefore.set(values, results);
  const result = results.get(field) ?? compute();
  results.set(field, result);
  return result;
}

/** Copies cached results to a copy with one changed field, except results that depend on that field. */
export function keepComputed(object: Values, copy: Values, changed: string): void {
  const results = computedBefore.get(object);
  if (!results) return;
  computedBefore.delete(object);
  for (const field of results.keys())
    if (readingOf(field).fields?.has(changed) !== false) results.delete(field);
  computedBefore.set(copy, results);
}
