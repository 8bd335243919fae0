/** Moves a record to another column by a transition, or by changing a field. */
import type { EntityDefinition, Transition } from '../../../../generated/definition.ts';
import { ownedFields, transitionsFrom } from '../../../core/rules/states.ts';
import type { TextKey } from '../../../kit/i18n/index.ts';
import type { ListRecord } from '../../../record/calls/useRecords.ts';
import { moveHindrance } from '../../../record/states/move.ts';

/** The value of a column. Null is the column of records without a value. */
export type ColumnValue = string | number | boolean | null;

export type Drop =
  | { do: 'nothing' }
  | { do: 'move'; transition: Transition }
  | { do: 'set' }
  | { do: 'refuse'; why: { text: { zh: string; en: string } } | { key: TextKey } };

/** Returns the first possible transition, otherwise the reason against the first one. */
function dropOnState(entity: EntityDefinition, record: ListRecord, value: ColumnValue, userId: number): Drop {
  const ways = transitionsFrom(entity, record).filter(({ to }) => to === value);
  let why: Extract<Drop, { do: 'refuse' }>['why'] = { key: 'display.noWay' };
  for (const transition of ways.toReversed()) {
    const hindrance = moveHindrance(entity, transition, record, userId);
    if (hindrance === null) return { do: 'move', transition };
    why = hindrance;
  }
  return { do: 'refuse', why };
}

/** Returns whether the user may write a field of this record. */
export function mayWrite(entity: EntityDefinition, record: ListRecord, name: string): boolean {
  const field = entity.schema.properties?.[name];
  if (!field) return false;
  const isOwned =
    field.readOnly === true || field['x-computed'] !== undefined || ownedFields(entity).has(name);
  return (
    !isOwned && record._actions?.includes('update') === true && record._readonly?.includes(name) !== true
  );
}

export function dropOf(
  entity: EntityDefinition,
  by: string,
  record: ListRecord,
  value: ColumnValue,
  userId: number,
): Drop {
  if ((record[by] ?? null) === value) return { do: 'nothing' };
  if (entity.states?.field === by) return dropOnState(entity, record, value, userId);
  return mayWrite(entity, record, by) ? { do: 'set' } : { do: 'refuse', why: { key: 'display.readOnly' } };
}
