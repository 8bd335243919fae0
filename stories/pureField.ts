import type { Field } from '../generated/definition.ts';

const TEXT_KEYWORDS = new Set(['title', 'description']);

/** Returns a gallery field as JSON Schema, as the codegen does for the fields of definitions. */
export function pureField(field: Field): Record<string, unknown> {
  const pure: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(field)) {
    if (!keyword.startsWith('x-') && !TEXT_KEYWORDS.has(keyword)) pure[keyword] = value;
  }
  if (field['x-options']) pure.enum = field['x-options'].map((option) => option.value);
  if (field.items) pure.items = pureField(field.items);
  if (field.properties) {
    pure.properties = Object.fromEntries(
      Object.entries(field.properties).map(([name, child]) => [name, pureField(child)]),
    );
  }
  return pure;
}
