/** Adds to each record of a tree whether the reader may list child records. */
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import type { Caller } from '../../access/asker.ts';
import { recordWhere } from '../../access/recordScope.ts';
import { fieldsOf } from '../columns.ts';

interface RowsBelow {
  /** Columns to read with each record, by name. */
  columns: readonly (readonly [name: string, value: RawBuilder<unknown>])[];
  /** Returns true if the record has child records. */
  take(record: Row): unknown;
}

const COLUMN = 'rowBelow';

/**
 * Returns null if the entity is not a tree. The reader's conditions name the table itself, so they are applied in a
 * subquery before the table gets an alias.
 */
export function rowsBelow(entity: EntityDefinition, caller: Caller): RowsBelow | null {
  const { name, parent } = entity;
  if (parent === undefined) return null;
  const table = sql.table(name);
  const key = sql.ref(`${name}.${fieldsOf(entity)[parent]?.['x-refKey'] ?? 'id'}`);
  const where = recordWhere(caller, entity, 'list');
  const listed = where ? where(expressionBuilder<Record<string, Row>, string>()) : sql`true`;
  const value = sql`exists (select from (select ${sql.ref(parent)} as above from ${table} where ${listed}) as below
    where below.above = ${key})`;
  return { columns: [[COLUMN, value]], take: (record) => record[COLUMN] };
}
