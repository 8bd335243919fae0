/** Applies the condition of a form section to each of its fields, in form, record page and server. */
import type { Condition } from '../../../generated/definition.ts';

interface Conditional {
  'x-visible'?: unknown;
  'x-lines'?: unknown;
}

interface Sectioned {
  schema: { properties?: Record<string, Conditional> };
  ui?: { sections?: readonly { fields: readonly string[]; 'x-visible'?: Condition }[] };
}

/** Returns the condition of its section for each field that has one. */
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
 * Returns the entity with the conditions of its sections at their fields. `of` selects its own fields, or those of the
 * lines in its form.
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
