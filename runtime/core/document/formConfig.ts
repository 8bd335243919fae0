/** A configuration on its way into the dialog and out of it; apart from reading it, so that looking stays light. */
import type { Field } from '../../../generated/definition.ts';
import { completeValues } from '../rules/values.ts';
import { soundConfig } from './config.ts';

type Dict = Record<string, unknown>;

/** An emptied text stays empty: left out, it would come back as its default. */
export function keepEmptied(schema: Field, value: Dict): Dict {
  const complete: Dict = { ...value };
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const isText = field.type === 'string' && !field.pattern && !field['x-options'];
    if (isText && field.default !== undefined && complete[name] === undefined) complete[name] = '';
  }
  return complete;
}

/** A stored configuration as a form begins with it; what was emptied on purpose stays empty. */
export function formConfig(schema: Field, stored: Dict, context: Dict): Dict {
  const value = completeValues(schema, soundConfig(schema, stored), context);
  for (const name of Object.keys(schema.properties ?? {})) if (stored[name] === '') delete value[name];
  return value;
}
