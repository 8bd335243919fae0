import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import { can } from '../../../runtime/core/access/permission.ts';
import type { Comparison } from '../../../runtime/core/fieldType.ts';
import { ownFields } from '../../../runtime/core/lines.ts';
import { ownedFields } from '../../../runtime/core/rules/states.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Caller } from '../access/asker.ts';

export type Columns = ReadonlyMap<string, Comparison>;

export const SERVER_COLUMNS: readonly (readonly [string, Comparison])[] = [
  ['id', 'integer'],
  ['tenantId', 'integer'],
  ['createdBy', 'integer'],
  ['createdAt', 'date-time'],
  ['updatedBy', 'integer'],
  ['updatedAt', 'date-time'],
  ['version', 'integer'],
];

export function may(caller: Pick<Caller, 'admin' | 'permissions'>, permission: string): boolean {
  return caller.admin || can(caller.permissions, permission);
}

/** Returns the fields of the record itself, without its lines, which are rows of another table. */
export const fieldsOf = (entity: EntityDefinition): Readonly<Record<string, Field>> =>
  ownFields(entity.schema);

export const columnType = (field: Field): Comparison =>
  field['x-sealed'] ? 'sealed' : fieldTypeOf(field).compare;

/** Returns the type of the items of a list. Undefined if the field is not a list of plain values. */
export function itemTypeOf(entity: EntityDefinition, name: string): Comparison | undefined {
  const items = fieldsOf(entity)[name]?.items;
  const type = items && columnType(items);
  return type === 'json' ? undefined : type;
}

function makeColumns(entity: EntityDefinition, caller: Caller): Columns {
  const own = Object.entries(fieldsOf(entity))
    .filter(([name, field]) => !field.writeOnly && fieldAccess(caller, entity, name) !== 'hidden')
    .map(([name, field]) => [name, columnType(field)] as const);
  return new Map([...SERVER_COLUMNS, ...own]);
}

/** The columns that the caller's rights on an entity's fields allow. */
interface FieldRights {
  columns: Columns;
  readonly: readonly string[];
  hidden: ReadonlySet<string>;
}

const rightsKnown = new WeakMap<Caller, WeakMap<EntityDefinition, FieldRights>>();

/** Caches the rights by session and definition. Neither object changes after it is created. */
function rightsOf(entity: EntityDefinition, caller: Caller): FieldRights {
  const ofCaller = rightsKnown.get(caller) ?? new WeakMap<EntityDefinition, FieldRights>();
  rightsKnown.set(caller, ofCaller);
  const known = ofCaller.get(entity);
  if (known) return known;
  const owned = ownedFields(entity);
  const rights = {
    columns: makeColumns(entity, caller),
    readonly: Object.entries(fieldsOf(entity))
      .filter(
        ([name, field]) =>
          !field.readOnly && (owned.has(name) || fieldAccess(caller, entity, name) === 'read'),
      )
      .map(([name]) => name),
    hidden: new Set(
      Object.keys(fieldsOf(entity)).filter((name) => fieldAccess(caller, entity, name) === 'hidden'),
    ),
  };
  ofCaller.set(entity, rights);
  return rights;
}

/** Returns the columns that the user may read. Except encrypted columns, the user may also filter and sort by them. */
export const columnsOf = (entity: EntityDefinition, caller: Caller): Columns =>
  rightsOf(entity, caller).columns;

/** Returns the fields of the entity that the user may not see. */
export const listHiddenFields = (entity: EntityDefinition, caller: Caller): ReadonlySet<string> =>
  rightsOf(entity, caller).hidden;

/**
 * Throws if the user may not see the field, because a condition on it would reveal its values. `at` is the position in
 * the request.
 */
export function fieldSeen(hidden: ReadonlySet<string>, field: string, at: string): void {
  if (hidden.has(field)) throw new AppError('entity.fieldHidden', { field }, { field: at });
}

/** Throws if the field is encrypted, because encrypted values cannot be compared or sorted. */
export function fieldComparable(columns: Columns, field: string, at: string): void {
  if (columns.get(field) === 'sealed') throw new AppError('entity.fieldSealed', { field }, { field: at });
}

/**
 * Returns the fields that the user sees but may not change. The user lacks the right, or only an action changes them.
 */
export const fieldsReadonly = (entity: EntityDefinition, caller: Caller): readonly string[] =>
  rightsOf(entity, caller).readonly;
