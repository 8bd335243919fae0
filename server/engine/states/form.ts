import type { Field, Transition } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { AppError, type FieldError } from '../../platform/errors/errors.ts';
import { askedOf, translateErrors } from '../../platform/errors/messages.ts';
import { validationOf } from '../../platform/sharedValidator.ts';
import { createValues } from '../entities/values.ts';
import type { ValueStep } from '../entities/write/valueStep.ts';

const EMPTY: Field = { type: 'object', properties: {} };
const EMPTY_PURE = { type: 'object', properties: {}, additionalProperties: false };

/** Adds the form's path to the fields of errors. */
export const belowForm = (errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ field, msg }) => ({ field: `/form${field}`, msg }));

/**
 * Returns the input of a transition, completed with defaults and checked by its form. Paths in errors begin with
 * `/form`.
 */
export function checkForm(entity: Entity, transition: Transition, values: Values, step: ValueStep): Values {
  const { lang } = step;
  const wrong = validationOf(entity.forms[transition.name] ?? EMPTY_PURE)(values);
  if (wrong.length > 0) {
    const errors = belowForm(translateErrors(wrong, lang, askedOf(transition.form ?? EMPTY)));
    throw new AppError('http.invalid', {}, { errors });
  }
  const { states: _states, approval: _approval, ...plain } = entity;
  try {
    return createValues({ ...plain, schema: transition.form ?? EMPTY }, values, step);
  } catch (error) {
    if (!(error instanceof AppError) || !error.extras.errors) throw error;
    throw error.with({ errors: belowForm(error.extras.errors) });
  }
}
