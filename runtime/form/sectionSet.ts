/** How much of a section somebody has set: what is as the definition has it does not count. */
import type { RJSFSchema } from '@rjsf/utils';
import { is_object } from '../core/values.ts';

function value_isSet(schema: RJSFSchema, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  if (!is_object(value)) return value !== schema.default;
  return Object.entries(value).some(([name, inner]) =>
    value_isSet((schema.properties?.[name] ?? {}) as RJSFSchema, inner),
  );
}

export function section_set(schema: RJSFSchema, values: unknown, fields: readonly string[]): number {
  const stored = is_object(values) ? values : {};
  const set = fields.filter((name) =>
    value_isSet((schema.properties?.[name] ?? {}) as RJSFSchema, stored[name]),
  );
  return set.length;
}
