/** Records that show what a definition looks like, before any exist. */
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import type { Lang } from '../../../runtime/kit/i18n/index.ts';
import type { ListRecord } from '../../../runtime/record/calls/useRecords.ts';

const DAY_MS = 86_400_000;

function choice(field: Field, at: number): unknown {
  const dictionary = (dictionaries as Record<string, { entries: { value: unknown }[] }>)[
    field['x-dictionary'] ?? ''
  ];
  const values = (field['x-options'] ?? dictionary?.entries ?? []).map(({ value }) => value);
  return (values.length > 0 ? values : (field.enum ?? []))[at % Math.max(values.length, 1)];
}

function text(field: Field, at: number, now: number, lang: Lang): unknown {
  switch (field.format) {
    case 'date':
      return new Date(now - at * DAY_MS).toISOString().slice(0, 10);
    case 'date-time':
      return new Date(now - at * DAY_MS).toISOString();
    case 'time':
      return `0${8 + (at % 2)}:30`;
    case 'money':
      return `${1250 * (at + 1)}.50`;
    case 'email':
      return `name${at + 1}@example.com`;
    case 'phone':
      return `1380000000${at}`;
    case 'color':
      return '#3563DB';
    case 'icon':
      return 'station';
    case 'timezone':
      return 'Asia/Shanghai';
    case 'uri':
      return 'https://example.com';
    case undefined:
    case 'html':
      return `${field.title?.[lang] ?? ''} ${at + 1}`.slice(0, field.maxLength);
    default:
      return null;
  }
}

/** A value that fits the field, different from row to row. */
export function sampleValue(field: Field, at: number, now: number, lang: Lang): unknown {
  if (field['x-ref'] || field.type === 'array' || field.type === 'object') return null;
  const chosen = choice(field, at);
  if (chosen !== undefined) return chosen;
  if (field.type === 'boolean') return at % 2 === 0;
  if (field.type === 'integer' || field.type === 'number') {
    const value = (field.minimum ?? 0) + at * (field.type === 'integer' ? 3 : 2.5) + 1;
    return field.maximum === undefined ? value : Math.min(value, field.maximum);
  }
  return text(field, at, now, lang);
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
        sampleValue(field, at, now, lang),
      ]),
    ),
  }));
}
