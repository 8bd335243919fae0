/** Adds the condition of a form section to each of its fields, for form, record page and server. */
import type { Condition } from '../../../generated/definition.ts';

interface Conditional {
  'x-visible'?: unknown;
  'x-lines'?: unknown;
}

interface Sectioned {
  schema: { properties?: Record<string, Conditional> };
  ui?: { sections?: readonly { fields: readonly string[]; 'x-visible'?: Condition }[] };
}

/** Returns the section's condition for each field in such a section. */
export const sectionConditions = ({ ui }: Pick<Sectioned, 'ui'>): ReadonlyMap<string, Condition> =>
  new Map(
    (ui?.sections ?? []).flatMap(({ fields, 'x-visible': condition }) =>
      condition ? fields.map((name) => [name, condition] as const) : [],
    ),
  );

const narrowed = (field: Conditional, condition: Condition): Conditional => ({
  ...field,
  'x-visible': field['x-visible'] ? { allOf: [field['x-visible'], condition] } : condition,
});

/**
 * Returns the entity with the section conditions added to its fields. `of` selects its own fields, or those of its
 * lines.
 */
export function spreadSections<E extends Sectioned>(entity: E, of: 'fields' | 'lines' = 'fields'): E {
  const conditions = sectionConditions(entity);
  if (conditions.size === 0) return entity;
  const fields = Object.entries(entity.schema.properties ?? {}).map(([name, field]) => {
    const condition = conditions.get(name);
    const isMeant = (field['x-lines'] !== undefined) === (of === 'lines');
    return [name, condition && isMeant ? narrowed(field, condition) : field];
  });
  return { ...entity, schema: { ...entity.schema, properties: Object.fromEntries(fields) } };
}
