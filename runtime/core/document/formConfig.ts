/** Converts a configuration for the dialog and back. It is in its own file, so that viewing a board loads less. */
import type { Field } from '../../../generated/definition.ts';
import { completeValues } from '../rules/values.ts';
import { soundConfig } from './config.ts';

type Dict = Record<string, unknown>;

/** Stores an emptied text as an empty string. A missing text would be replaced by its default. */
export function keepEmptied(schema: Field, value: Dict): Dict {
  const complete: Dict = { ...value };
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const isText = field.type === 'string' && !field.pattern && !field['x-options'];
    if (isText && field.default !== undefined && complete[name] === undefined) complete[name] = '';
  }
  return complete;
}

/**
 * Returns a stored configuration as the initial values of a form. Texts that the user emptied on purpose remain empty.
 */
export function formConfig(schema: Field, stored: Dict, context: Dict): Dict {
  const value = completeValues(schema, soundConfig(schema, stored), context);
  for (const name of Object.keys(schema.properties ?? {})) if (stored[name] === '') delete value[name];
  return value;
}
