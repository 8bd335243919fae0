/** Counts the fields of a section whose value differs from the default. */

import type { RJSFSchema } from '@rjsf/utils';
import { isObject } from '../../core/object.ts';

function isValueSet(schema: RJSFSchema, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  if (!isObject(value)) return value !== schema.default;
  return Object.entries(value).some(([name, inner]) =>
    isValueSet((schema.properties?.[name] ?? {}) as RJSFSchema, inner),
  );
}

export function setSection(schema: RJSFSchema, values: unknown, fields: readonly string[]): number {
  const stored = isObject(values) ? values : {};
  const set = fields.filter((name) =>
    isValueSet((schema.properties?.[name] ?? {}) as RJSFSchema, stored[name]),
  );
  return set.length;
}
