/** Makes sample records that show the look of a definition before any exist. */

import type { EntityDefinition, Field } from '../../../../generated/definition.ts';
import { dictionaries } from '../../../../runtime/core/definitions/dictionaries.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { fieldTypeOf } from '../../../../runtime/fieldTypes/index.ts';
import type { ListRecord } from '../../../../runtime/record/calls/useRecords.ts';

const DAY_MS = 86_400_000;

function choice(field: Field, at: number): unknown {
  const dictionary = (dictionaries as Record<string, { entries: { value: unknown }[] }>)[
    field['x-dictionary'] ?? ''
  ];
  const values = (field['x-options'] ?? dictionary?.entries ?? []).map(({ value }) => value);
  return (values.length > 0 ? values : (field.enum ?? []))[at % Math.max(values.length, 1)];
}

/** Returns a value that fits the field, different from row to row. */
export function sampleValue(field: Field, at: number, lang: Lang): unknown {
  if (field['x-ref'] || field.type === 'array') return null;
  const type = fieldTypeOf(field);
  if (type.isFile || type.compare === 'json') return null;
  const chosen = choice(field, at);
  if (chosen !== undefined) return chosen;
  if (field.type === 'integer' || field.type === 'number') {
    const value = (field.minimum ?? 0) + at * (field.type === 'integer' ? 3 : 2.5) + 1;
    return field.maximum === undefined ? value : Math.min(value, field.maximum);
  }
  if (field.type === 'string' && !field.format)
    return `${pickText(field.title, lang) ?? ''} ${at + 1}`.slice(0, field.maxLength);
  return type.makeSample(at);
}

const ROWS = 4;

export function sampleRecords(entity: EntityDefinition, now: number, lang: Lang): ListRecord[] {
  return Array.from({ length: ROWS }, (_, at) => ({
    id: at + 1,
    version: 1,
    createdAt: new Date(now - at * DAY_MS).toISOString(),
    updatedAt: new Date(now - at * DAY_MS).toISOString(),
    _actions: [],
    ...Object.fromEntries(
      Object.entries(entity.schema.properties ?? {}).map(([name, field]) => [
        name,
        sampleValue(field, at, lang),
      ]),
    ),
  }));
}
