/** Finds the type of a field. All type-dependent code uses these functions. */

import type { Field } from '../../generated/definition.ts';
import { fieldTypes } from '../../generated/fieldTypes/index.ts';
import { readFormats } from './formats.ts';
import { createLookup } from './lookup.ts';

export { fieldTypes };

/** The patterns by format. */
export const FORMATS = readFormats(fieldTypes);

export const fieldTypeOf = createLookup(fieldTypes);

/** Returns the field with the default keywords of its type. */
export function completeField(field: Field): Field {
  const { implied } = fieldTypeOf(field);
  return implied ? { ...implied, ...field } : field;
}
