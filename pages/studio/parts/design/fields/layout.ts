/** Places the fields of a form in sections, one below the other. */
import type { EntityDefinition, Text } from '../../../../../generated/definition.ts';
import { fieldsOf, listPlacedNames, someOf } from '../entityDoc.ts';

export interface Section {
  /** Null for the fields that are in no section. */
  title: Text | null;
  fields: string[];
}

/** A drop place: beside a field, or at the end of a section. */
export type Landing = { beside: string; side: 'before' | 'behind' } | { section: number };

const FIRST: Text = { zh: '基本信息', en: 'Basics' };

/** Returns the sections as they are drawn. Fields without a section come last. */
export function sectionsOf(entity: EntityDefinition): Section[] {
  const names = listPlacedNames(entity);
  const sections = (entity.ui?.sections ?? []).map(
    ({ title, fields }): Section => ({ title, fields: fields.filter((name) => names.includes(name)) }),
  );
  const placed = new Set(sections.flatMap(({ fields }) => fields));
  const left = names.filter((name) => !placed.has(name));
  return left.length > 0 || sections.length === 0 ? [...sections, { title: null, fields: left }] : sections;
}

const writeSections = <E extends EntityDefinition>(
  entity: E,
  sections: NonNullable<EntityDefinition['ui']>['sections'],
): E => ({ ...entity, ui: { ...entity.ui, sections } });

/** Moves a field in a form without sections, which follows the order of the fields. */
function reorder<E extends EntityDefinition>(entity: E, name: string, landing: Landing): E {
  const others = Object.keys(fieldsOf(entity)).filter((one) => one !== name);
  const beside = 'beside' in landing ? others.indexOf(landing.beside) : -1;
  const at = beside < 0 ? others.length : beside + ('side' in landing && landing.side === 'behind' ? 1 : 0);
  const names = others.toSpliced(at, 0, name);
  const properties = Object.fromEntries(names.map((one) => [one, fieldsOf(entity)[one]!]));
  return { ...entity, schema: { ...entity.schema, properties } };
}

/** Returns the definition with a field moved to another place. */
export function placeField<E extends EntityDefinition>(entity: E, name: string, landing: Landing): E {
  const written = entity.ui?.sections;
  if ('beside' in landing && landing.beside === name) return entity;
  if (!written) return reorder(entity, name, landing);
  const without = written.map((section) => ({
    ...section,
    fields: section.fields.filter((one) => one !== name),
  }));
  const isTarget = (fields: readonly string[], index: number) =>
    'section' in landing ? index === landing.section : fields.includes(landing.beside);
  const placed = without.map((section, index) => {
    if (!isTarget(section.fields, index)) return section;
    const { fields } = section;
    const at =
      'section' in landing
        ? fields.length
        : fields.indexOf(landing.beside) + (landing.side === 'behind' ? 1 : 0);
    return { ...section, fields: fields.toSpliced(at, 0, name) };
  });
  return writeSections(entity, placed);
}

/** Moves a field up or down by one place, also into the next section. */
export function stepField<E extends EntityDefinition>(entity: E, name: string, by: -1 | 1): E {
  const sections = sectionsOf(entity);
  const at = sections.findIndex(({ fields }) => fields.includes(name));
  const { fields = [] } = sections[at] ?? {};
  const neighbour = fields[fields.indexOf(name) + by];
  if (neighbour) return placeField(entity, name, { beside: neighbour, side: by > 0 ? 'behind' : 'before' });
  const next = at + by;
  if (!entity.ui?.sections?.[next]) return entity;
  const [first] = sections[next]?.fields ?? [];
  return by > 0 && first
    ? placeField(entity, name, { beside: first, side: 'before' })
    : placeField(entity, name, { section: next });
}

/** Adds a section. The first one contains all earlier fields. */
export function addSection<E extends EntityDefinition>(entity: E, title: Text): E {
  const written = entity.ui?.sections;
  const first = written ?? [{ title: FIRST, fields: listPlacedNames(entity) }];
  return writeSections(entity, [...first, { title, fields: [] }]);
}

export const titleSection = <E extends EntityDefinition>(entity: E, at: number, title: Text): E =>
  writeSections(
    entity,
    (entity.ui?.sections ?? []).map((section, index) => (index === at ? { ...section, title } : section)),
  );

/**
 * Removes a section. Its fields move to the section before or after it. Without the last one the form has no sections.
 */
export function removeSection<E extends EntityDefinition>(entity: E, at: number): E {
  const sections = entity.ui?.sections ?? [];
  const moved = sections[at]?.fields ?? [];
  const others = sections.filter((_, index) => index !== at);
  const target = Math.max(at - 1, 0);
  const left = others.map((section, index) =>
    index === target ? { ...section, fields: [...section.fields, ...moved] } : section,
  );
  return writeSections(entity, someOf(left));
}
