import { nullable, type PureSchema } from '../write/pure.ts';
import type { Field } from './definition.ts';

/**
 * Returns the shapes of lines in calls, as answered and as written. A line with an id changes that line and keeps the
 * omitted fields. Only the server can therefore check what is missing.
 */
export function lineShapes(
  field: Field,
  pure: PureSchema,
  withoutRules: (schema: PureSchema) => PureSchema,
): { record: PureSchema; write: PureSchema } {
  const { id, ...fields } = (pure.items as { properties: Record<string, PureSchema> }).properties;
  const required = new Set(field.items?.required);
  const record: Record<string, PureSchema> = {};
  const write: Record<string, PureSchema> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const { readOnly, writeOnly, default: _, ...wire } = schema;
    if (!writeOnly) record[name] = nullable(withoutRules(wire));
    if (!readOnly) write[name] = required.has(name) ? wire : nullable(wire);
  }
  const list = (properties: Record<string, PureSchema>, more: PureSchema): PureSchema => ({
    type: 'array',
    ...more,
    items: {
      type: 'object',
      properties: { id: { ...id, minimum: 1 }, ...properties },
      additionalProperties: false,
    },
  });
  return {
    record: list(record, {
      description: 'Without the lines and the fields of lines that the caller may not see.',
    }),
    write: list(write, {
      maxItems: pure.maxItems,
      description: 'All of them: those with an id stay, the others are new, and those that are missing go.',
    }),
  };
}
