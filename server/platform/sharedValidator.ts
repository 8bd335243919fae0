/** The one validator of the server for permanent schemas. Each is compiled at its first use and shared. */

import { createValidator, type Validation } from '../../runtime/core/rules/validation.ts';
import { FORMATS } from '../../runtime/fieldTypes/index.ts';

const validator = createValidator({ formats: FORMATS });
const compiled = new WeakMap<object, Validation>();

/** Gives the same validation for the same object. A draft would be kept for ever: it takes a validator of its own. */
export function validationOf(schema: object): Validation {
  let validation = compiled.get(schema);
  if (!validation) {
    validation = validator.compile(schema);
    compiled.set(schema, validation);
  }
  return validation;
}
