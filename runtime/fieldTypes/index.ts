/** Finds the type of a field. All code that depends on the type asks here. */

import type { Field } from '../../generated/definition.ts';
import { fieldTypes } from '../../generated/fieldTypes/index.ts';
import { readFormats } from './formats.ts';
import { createLookup } from './lookup.ts';

export { fieldTypes };

/** The patterns of texts, by format. */
export const FORMATS = readFormats(fieldTypes);

export const fieldTypeOf = createLookup(fieldTypes);

/** Returns the field with the keywords that every field of its type has. */
export function completeField(field: Field): Field {
  const { implied } = fieldTypeOf(field);
  return implied ? { ...implied, ...field } : field;
}
