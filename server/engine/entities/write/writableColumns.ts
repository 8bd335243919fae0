import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { everything } from '../../access/asker.ts';
import { columnsOf, fieldsOf } from '../columns.ts';

export function allColumns(entity: EntityDefinition): string[] {
  const secret = Object.entries(fieldsOf(entity)).filter(([, field]) => field.writeOnly);
  return [...new Set([...columnsOf(entity, everything).keys(), ...secret.map(([name]) => name)])];
}

/** Returns the columns that a change writes: all fields that users write, and the server fields that depend on them. */
export const listWrittenNames = (entity: EntityDefinition, values: Values): string[] =>
  Object.entries(fieldsOf(entity))
    .filter(([name, field]) => !field.readOnly || name in values)
    .map(([name]) => name);
