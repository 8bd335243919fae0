/** Lists the comparisons of a field with their inputs. */
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { columnNames, type FilterKind, filterKind, listField } from './fields.ts';

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

/** A comparison in the menu. `filled` ("is not empty") is the negation of `empty`. */
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
  words: ['contains', 'empty', 'filled'],
};

/** Returns whether a field refers to users, who can be compared with the current user. */
export function isUserField(entity: EntityDefinition, name: string): boolean {
  const field = listField(entity, name);
  return (
    field['x-ref'] === 'user' ||
    field.items?.['x-ref'] === 'user' ||
    name === entity.owner ||
    (entity.list.participation ?? []).includes(name)
  );
}

/** The database cannot compare encrypted values. */
const SEALED: readonly OpChoice[] = ['empty', 'filled'];

export function opChoices(entity: EntityDefinition, name: string): readonly OpChoice[] {
  const field = listField(entity, name);
  const ops = field['x-sealed'] ? SEALED : OPS[filterKind(field)];
  return isUserField(entity, name) ? ['me', ...ops] : ops;
}

/** Returns whether a field can be compared. Markup, pictures and whole objects cannot. */
const isComparable = (field: Field): boolean =>
  field.items?.type !== 'object' && (field.type === 'array' || fieldTypeOf(field).filter !== null);

export function filterNames(entity: EntityDefinition): string[] {
  const people = Object.keys(entity.schema.properties ?? {}).filter((name) => isUserField(entity, name));
  return [...new Set([...columnNames(entity), ...(entity.list.filters ?? []), ...people])].filter((name) =>
    isComparable(listField(entity, name)),
  );
}
