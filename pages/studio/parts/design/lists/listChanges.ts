/** Edits the list of an entity: its columns and their order, its filters and sorting, its displays. */
import type { EntityDefinition, Field } from '../../../../../generated/definition.ts';
import { fieldTypeOf, fieldTypes } from '../../../../../runtime/fieldTypes/index.ts';
import { columnNames, listField } from '../../../../../runtime/record/query/fields.ts';
import { isFigure, someOf } from '../entityDoc.ts';
import { moveBeside, type Side } from '../order.ts';

export type List = EntityDefinition['list'];
export type Display = NonNullable<List['displays']>[number];
export type DisplayKind = Display['as'];
export const USES = ['columns', 'filters', 'search', 'totals'] as const;
export type Use = (typeof USES)[number];

const withList = (entity: EntityDefinition, change: Partial<List>): EntityDefinition => ({
  ...entity,
  list: { ...entity.list, ...change },
});

/**
 * Returns whether a field suits a use. Texts that users enter are searched, figures are added up, lists and files are
 * neither compared nor ordered.
 */
export function fits(entity: EntityDefinition, name: string, use: Use): boolean {
  const field = listField(entity, name);
  if (use === 'columns') return true;
  if (use === 'totals') return isFigure(field);
  if (use === 'filters') return field.type !== 'array' && field.type !== 'object';
  return (
    field.type === 'string' &&
    !field.format &&
    !field['x-options'] &&
    !field['x-dictionary'] &&
    !field['x-ref']
  );
}

/** Returns every field that may be a column, the current columns first and in their order. */
export const namesListed = columnNames;

export const isUsed = ({ list }: EntityDefinition, name: string, use: Use): boolean =>
  list[use]?.includes(name) ?? false;

export function markField(
  entity: EntityDefinition,
  name: string,
  use: Use,
  isShown: boolean,
): EntityDefinition {
  const others = (entity.list[use] ?? []).filter((one) => one !== name);
  const names = isShown ? [...others, name] : others;
  return withList(entity, { [use]: use === 'columns' ? names : someOf(names) });
}

/** Returns the entity with a column before or behind another one. */
export function placeColumn(
  entity: EntityDefinition,
  name: string,
  target: string,
  side: Side,
): EntityDefinition {
  return withList(entity, { columns: moveBeside(entity.list.columns, name, target, side) });
}

export function stepColumn(entity: EntityDefinition, name: string, by: -1 | 1): EntityDefinition {
  const { columns } = entity.list;
  const neighbour = columns[columns.indexOf(name) + by];
  return columns.includes(name) && neighbour !== undefined
    ? placeColumn(entity, name, neighbour, by > 0 ? 'behind' : 'before')
    : entity;
}

/** Sets the sorting. Null for the order of creation. */
export const sortBy = (
  entity: EntityDefinition,
  field: string | null,
  order: 'asc' | 'desc',
): EntityDefinition => withList(entity, { sort: field === null ? undefined : [{ field, order }] });

type DisplayField = 'picture' | 'by' | 'from' | 'to' | 'progress' | 'color';

/** Fields of each display. Those that are true are required. */
export const DISPLAY_FIELDS = {
  cards: { picture: false },
  gallery: { picture: true },
  kanban: { by: true },
  calendar: { from: true, to: false, color: false },
  timeline: { from: true, to: true, by: false, color: false },
  gantt: { from: true, to: true, progress: false, color: false },
  workbench: {},
  compare: {},
} as const satisfies Partial<Record<DisplayKind, Partial<Record<DisplayField, boolean>>>>;
export type OfferedDisplay = keyof typeof DISPLAY_FIELDS;
export const DISPLAYS = Object.keys(DISPLAY_FIELDS) as OfferedDisplay[];

const isChoice = (field: Field): boolean => Boolean(field['x-options'] || field['x-dictionary']);
const isDay = (field: Field): boolean => fieldTypeOf(field).filter === 'date';
const FITTING: Record<DisplayField, (field: Field) => boolean> = {
  picture: (field) => fieldTypeOf(field.items ?? field) === fieldTypes.image,
  by: isChoice,
  from: isDay,
  to: isDay,
  progress: (field) => fieldTypeOf(field) === fieldTypes.percent,
  color: isChoice,
};

export const fieldsFitting = (entity: EntityDefinition, use: DisplayField): string[] =>
  columnNames(entity).filter((name) => FITTING[use](listField(entity, name)));

export const fieldsOfDisplay = (as: DisplayKind): [DisplayField, boolean][] =>
  Object.entries(DISPLAY_FIELDS[as as OfferedDisplay] ?? {}) as [DisplayField, boolean][];

/** Returns the displays for which the entity has the fields, and which it does not use yet. */
export const listOfferedDisplays = (entity: EntityDefinition): OfferedDisplay[] =>
  DISPLAYS.filter(
    (as) =>
      !entity.list.displays?.some((display) => display.as === as) &&
      fieldsOfDisplay(as).every(([use, needed]) => !needed || fieldsFitting(entity, use).length > 0),
  );

export function addDisplay(entity: EntityDefinition, as: OfferedDisplay): EntityDefinition {
  const used: string[] = [];
  const chosen = fieldsOfDisplay(as).flatMap(([use, needed]) => {
    const names = fieldsFitting(entity, use);
    const name = names.find((one) => !used.includes(one)) ?? names[0];
    if (!needed || name === undefined) return [];
    used.push(name);
    return [[use, name]];
  });
  const display = { as, ...Object.fromEntries(chosen) } as Display;
  return withList(entity, { displays: [...(entity.list.displays ?? []), display] });
}

export const changeDisplay = (
  entity: EntityDefinition,
  at: number,
  use: DisplayField,
  name: string | undefined,
): EntityDefinition =>
  withList(entity, {
    displays: entity.list.displays?.map((display, index) =>
      index === at ? { ...display, [use]: name } : display,
    ),
  });

export const removeDisplay = (entity: EntityDefinition, at: number): EntityDefinition =>
  withList(entity, { displays: someOf((entity.list.displays ?? []).toSpliced(at, 1)) });
