/**
 * Conditions and computed fields: the same code decides in the browser and on the server.
 * A condition is a JSON Schema, an expression is JSON Logic; both see the containing object plus `$context`.
 */
import { type Schema, Validator } from '@cfworker/json-schema';
import { LogicEngine } from 'json-logic-engine';
import type { Condition, Field } from '../../generated/definition.ts';

export type Values = Record<string, unknown>;

export interface FieldState {
  visible: boolean;
  enabled: boolean;
  required: boolean;
}

const validators = new WeakMap<object, Validator>();
/** Interpreted only: a compiled expression would need eval, which the Content-Security-Policy forbids. */
const engine = new LogicEngine(undefined, { disableInline: true });

function validator_of(condition: Condition): Validator {
  let validator = validators.get(condition);
  if (!validator) {
    validator = new Validator(condition as Schema, '2020-12', true);
    validators.set(condition, validator);
  }
  return validator;
}

/** What a rule sees: absent and undefined are the same, `$context` is always there. */
function rule_input(values: Values, context: Values): Values {
  const input: Values = { $context: context };
  for (const [key, value] of Object.entries(values)) if (value !== undefined) input[key] = value;
  return input;
}

export function condition_holds(condition: Condition, values: Values, context: Values = {}): boolean {
  return validator_of(condition).validate(rule_input(values, context)).valid;
}

/** The value of a JSON Logic expression; null when it cannot be computed (an operand is missing, not a number …). */
export function expression_value(expression: Values, values: Values, context: Values = {}): unknown {
  try {
    const value: unknown = engine.run(expression, rule_input(values, context));
    return value === undefined || (typeof value === 'number' && !Number.isFinite(value)) ? null : value;
  } catch {
    return null;
  }
}

/** Whether a field is shown, can be changed and must be filled, given the object that holds it; `$context.saved`: the record exists. */
export function field_state(
  field: Field,
  name: string,
  parent: Field,
  values: Values,
  context: Values = {},
): FieldState {
  const visible = field['x-visible'] ? condition_holds(field['x-visible'], values, context) : true;
  const fixed = field['x-fixed'] === true && context.saved === true;
  const enabled =
    !fixed && (field['x-enabled'] ? condition_holds(field['x-enabled'], values, context) : true);
  const asked = field['x-required'] ? condition_holds(field['x-required'], values, context) : false;
  return { visible, enabled, required: visible && (asked || (parent.required ?? []).includes(name)) };
}
