/** The server's only validator for permanent schemas. Each schema is compiled at its first use and cached. */

import { createValidator, type Validation } from '../../runtime/core/rules/validation.ts';
import { FORMATS } from '../../runtime/fieldTypes/index.ts';

const validator = createValidator({ formats: FORMATS });
const compiled = new WeakMap<object, Validation>();

/** Returns the same validation for the same object. Do not use it for drafts, because they would be cached forever. */
export function validationOf(schema: object): Validation {
  let validation = compiled.get(schema);
  if (!validation) {
    validation = validator.compile(schema);
    compiled.set(schema, validation);
  }
  return validation;
}
