/** Fields that are visible only in some records, because the permission on them is narrowed. */
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { fieldAccessWithin, fieldPermissionByRow } from '../../../../runtime/core/access/fieldAccess.ts';
import { lockedFields } from '../../../../runtime/core/rules/states.ts';
import type { RecordCondition, Row } from '../../../platform/db/tables/anyTable.ts';
import type { Caller } from '../../access/asker.ts';
import { keyWhere } from '../../access/recordScope.ts';
import { fieldsOf, fieldsReadonly } from '../columns.ts';

export interface RowFields {
  /** The names of these fields. They are read with the others, and cleared in records where they are hidden. */
  names: readonly string[];
  /** Conditions to read with each record, by column name. */
  flags: readonly (readonly [name: string, where: RecordCondition])[];
  /** Clears the fields that are hidden in this record. Returns its read-only fields. */
  take(record: Row): string[];
}

export function rowFieldsOf(entity: EntityDefinition, caller: Caller): RowFields {
  const fields = Object.entries(fieldsOf(entity)).flatMap(([name, field]) => {
    const key = field.writeOnly ? null : fieldPermissionByRow(caller, entity, name);
    const access = fieldAccessWithin(caller, entity, name);
    return key === null || access === 'hidden' ? [] : [{ name, key, access }];
  });
  const keys = [...new Set(fields.map(({ key }) => key))];
  const flagOf = (key: string): string => `rowOpens${keys.indexOf(key)}`;
  const flags = keys.flatMap((key) => {
    const where = keyWhere(caller, entity, key);
    return where ? [[flagOf(key), where] as const] : [];
  });
  const fixed = fieldsReadonly(entity, caller);
  const lockedIn = new Map<unknown, readonly string[]>();
  return {
    names: fields.map(({ name }) => name),
    flags,
    take(record) {
      const shown = new Set(fixed);
      for (const { name, key, access } of fields) {
        const isOpen = record[flagOf(key)] === true;
        if (!isOpen && name in record) record[name] = null;
        if (!isOpen || access === 'read') shown.add(name);
        else shown.delete(name);
      }
      const state = record[entity.states?.field ?? ''];
      const locked = lockedIn.get(state) ?? lockedFields(entity, record);
      lockedIn.set(state, locked);
      for (const name of locked) shown.add(name);
      return [...shown];
    },
  };
}
