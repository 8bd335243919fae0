/** Values of effects: a fixed value, a field of the record, or an expression. */
import type { Field } from '../../../generated/definition.ts';
import { compileText } from '../../../runtime/core/expressionText/index.ts';
import { isObject } from '../../../runtime/core/object.ts';

export type Chosen =
  | { kind: 'fixed'; value: string | number | boolean | null }
  | { kind: 'field'; name: string }
  | { kind: 'text'; text: string };

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Converts a chosen value to text. */
export function writeChosen(chosen: Chosen): string {
  if (chosen.kind === 'text') return chosen.text;
  if (chosen.kind === 'field') return chosen.name;
  return typeof chosen.value === 'string' ? quoted(chosen.value) : String(chosen.value);
}

/** Parses the text of a value. `fields`: the fields of the record. */
export function readChosen(text: string, fields: Readonly<Record<string, Field>>): Chosen {
  const compiled = compileText(text, 'value');
  if (!('value' in compiled)) return { kind: 'text', text };
  const { value } = compiled;
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value))
    return { kind: 'fixed', value: value as string | number | boolean | null };
  const name = isObject(value) && typeof value.var === 'string' ? value.var : null;
  return name !== null && name in fields ? { kind: 'field', name } : { kind: 'text', text };
}
