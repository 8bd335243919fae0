/** Which comparisons a field offers, and what each of them asks for. */
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { column_names, type FilterKind, filter_kind, list_field } from '../fields.ts';

export type FilterOp =
  | 'eq'
  | 'ne'
  | 'in'
  | 'notIn'
  | 'contains'
  | 'startsWith'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'within'
  | 'me'
  | 'empty';

/** What a person chooses: "is not empty" is the other value of `empty`. */
export type OpChoice = FilterOp | 'filled';

const OPS: Record<FilterKind, readonly OpChoice[]> = {
  text: ['contains', 'startsWith', 'eq', 'ne', 'empty', 'filled'],
  choice: ['in', 'notIn', 'empty', 'filled'],
  ref: ['in', 'notIn', 'empty', 'filled'],
  refs: ['in', 'notIn', 'empty', 'filled'],
  date: ['within', 'between', 'eq', 'gte', 'lte', 'empty', 'filled'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'empty', 'filled'],
  yesNo: ['eq', 'empty', 'filled'],
  several: ['contains', 'empty', 'filled'],
};

/** Fields that name users: there one can ask for oneself. */
export function is_user_field(entity: EntityDefinition, name: string): boolean {
  const field = list_field(entity, name);
  return (
    field['x-ref'] === 'user' ||
    field.items?.['x-ref'] === 'user' ||
    name === entity.owner ||
    (entity.list.participation ?? []).includes(name)
  );
}

export function op_choices(entity: EntityDefinition, name: string): readonly OpChoice[] {
  const ops = OPS[filter_kind(list_field(entity, name))];
  return is_user_field(entity, name) ? ['me', ...ops] : ops;
}

/** Markup, pictures and whole objects are looked at, not compared. */
const is_comparable = (field: Field): boolean =>
  !['html', 'image', 'json', 'coordinates'].includes(field.format ?? '') && field.items?.type !== 'object';

export function filter_names(entity: EntityDefinition): string[] {
  const people = Object.keys(entity.schema.properties ?? {}).filter((name) => is_user_field(entity, name));
  return [...new Set([...column_names(entity), ...people])].filter((name) =>
    is_comparable(list_field(entity, name)),
  );
}
