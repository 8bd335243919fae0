/** The type of a field: everything that depends on it asks here. */

import type { Field } from '../../generated/definition.ts';
import { fieldTypes } from '../../generated/fieldTypes/index.ts';
import { readFormats } from './formats.ts';
import { createLookup } from './lookup.ts';

export { fieldTypes };

/** The forms of texts, by format. */
export const FORMATS = readFormats(fieldTypes);

export const fieldTypeOf = createLookup(fieldTypes);

/** The field with what every field of its type has. */
export function completeField(field: Field): Field {
  const { implied } = fieldTypeOf(field);
  return implied ? { ...implied, ...field } : field;
}
