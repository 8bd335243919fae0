import type { Field, Transition } from '../../generated/definition.ts';
import { FORMATS } from '../../generated/formats.ts';
import type { Entity } from '../../runtime/core/definitions/entities.ts';
import type { Values } from '../../runtime/core/rule.ts';
import { createValidator, type Validation } from '../../runtime/core/validation.ts';
import type { Lang } from '../context.ts';
import { values_create } from '../entities/values.ts';
import { AppError, type FieldError } from '../http/errors.ts';
import { asked_of, errors_translate } from '../http/messages.ts';

const validator = createValidator({ formats: FORMATS });
const checks = new WeakMap<object, Validation>();

function check_of(pure: object): Validation {
  let check = checks.get(pure);
  if (!check) {
    check = validator.compile(pure);
    checks.set(pure, check);
  }
  return check;
}

const EMPTY: Field = { type: 'object', properties: {} };
const EMPTY_PURE = { type: 'object', properties: {}, additionalProperties: false };

const below_form = (errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ field, msg }) => ({ field: `/form${field}`, msg }));

/** What was entered for a move, completed and checked by the transition's form; errors stand below `/form`. */
export function form_check(entity: Entity, transition: Transition, given: Values, lang: Lang): Values {
  const wrong = check_of(entity.forms[transition.name] ?? EMPTY_PURE)(given);
  if (wrong.length > 0) {
    const errors = below_form(errors_translate(wrong, lang, asked_of(transition.form ?? EMPTY)));
    throw new AppError('http.invalid', {}, { errors });
  }
  const { states: _states, approval: _approval, ...plain } = entity;
  try {
    return values_create({ ...plain, schema: transition.form ?? EMPTY }, given, lang);
  } catch (error) {
    if (!(error instanceof AppError) || !error.extras.errors) throw error;
    throw new AppError(error.key, error.params, { errors: below_form(error.extras.errors) });
  }
}
