/**
 * Evaluates conditions: a JSON Schema over the containing object and `$context`. Browser and server use the same
 * function.
 */

import { type Schema, Validator } from '@cfworker/json-schema';
import type { Condition, Field } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';

export type Values = Record<string, unknown>;

export interface FieldState {
  visible: boolean;
  enabled: boolean;
  required: boolean;
}

const validators = new WeakMap<object, Validator>();

function validatorOf(condition: Condition): Validator {
  let validator = validators.get(condition);
  if (!validator) {
    validator = new Validator(condition as Schema, '2020-12', true);
    validators.set(condition, validator);
  }
  return validator;
}

/** Returns the input of a rule. Undefined values are removed, and `$context` always exists. */
function ruleInput(values: Values, context: Values): Values {
  const input: Values = { $context: context };
  for (const [key, value] of Object.entries(values)) if (value !== undefined) input[key] = value;
  return input;
}

const FIGURE = /^-?\d+(?:\.\d+)?$/;
/** Keywords that compare numbers. An amount is a decimal text, which JSON Schema would not compare. */
const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
/** Keywords that contain further conditions on the same object. */
export const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/**
 * Returns the value with compared amounts as numbers. Amounts have at most fifteen digits, so their order is preserved.
 */
function readAmounts(condition: unknown, value: unknown): unknown {
  if (!isObject(condition)) return value;
  if (typeof value === 'string' && FIGURE.test(value) && LIMITS.some((keyword) => keyword in condition))
    return Number(value);
  const whole = BRANCHES.flatMap((keyword) => [condition[keyword]].flat()).reduce(
    (read, branch) => readAmounts(branch, read),
    value,
  );
  if (Array.isArray(whole))
    return whole.map((item: unknown) => readAmounts(condition.contains, readAmounts(condition.items, item)));
  if (!isObject(whole) || !isObject(condition.properties)) return whole;
  const named = Object.entries(condition.properties).filter(([name]) => name in whole);
  return {
    ...whole,
    ...Object.fromEntries(named.map(([name, value]) => [name, readAmounts(value, whole[name])])),
  };
}

const comparing = new WeakMap<object, boolean>();

/** Returns whether a condition compares numbers. Cached, because most conditions do not. */
function comparesFigures(condition: Condition): boolean {
  let isComparing = comparing.get(condition);
  if (isComparing === undefined) {
    const text = JSON.stringify(condition);
    isComparing = LIMITS.some((keyword) => text.includes(`"${keyword}"`));
    comparing.set(condition, isComparing);
  }
  return isComparing;
}

export function isConditionMet(condition: Condition, values: Values, context: Values = {}): boolean {
  const input = ruleInput(values, context);
  const read = comparesFigures(condition) ? readAmounts(condition, input) : input;
  return validatorOf(condition).validate(read).valid;
}

/**
 * Returns whether a field is visible, editable and required, for the object that contains it. `$context.saved`: the
 * record exists.
 */
export function fieldState(
  field: Field,
  name: string,
  parent: Field,
  values: Values,
  context: Values = {},
): FieldState {
  const visible = field['x-visible'] ? isConditionMet(field['x-visible'], values, context) : true;
  const fixed = field['x-immutable'] === true && context.saved === true;
  const enabled = !fixed && (field['x-enabled'] ? isConditionMet(field['x-enabled'], values, context) : true);
  const isRequired = field['x-required'] ? isConditionMet(field['x-required'], values, context) : false;
  return { visible, enabled, required: visible && (isRequired || (parent.required ?? []).includes(name)) };
}
