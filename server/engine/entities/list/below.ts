/** Adds to each record of a tree whether there are records below it that the reader may list. */
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import type { Asker } from '../../access/asker.ts';
import { recordWhere } from '../../access/recordScope.ts';
import { fieldsOf } from '../columns.ts';

interface RowsBelow {
  /** Read with each record, by the name of its column. */
  columns: readonly (readonly [name: string, value: RawBuilder<unknown>])[];
  /** Returns whether there are records below. */
  take(record: Row): unknown;
}

const COLUMN = 'rowBelow';

/**
 * Null if the entity is no tree. Conditions of the reader name the table itself, so that its rows are narrowed before
 * they get another name.
 */
export function rowsBelow(entity: EntityDefinition, asker: Asker): RowsBelow | null {
  const { name, parent } = entity;
  if (parent === undefined) return null;
  const table = sql.table(name);
  const key = sql.ref(`${name}.${fieldsOf(entity)[parent]?.['x-refKey'] ?? 'id'}`);
  const where = recordWhere(asker, entity, 'list');
  const listed = where ? where(expressionBuilder<Record<string, Row>, string>()) : sql`true`;
  const value = sql`exists (select from (select ${sql.ref(parent)} as above from ${table} where ${listed}) as below
    where below.above = ${key})`;
  return { columns: [[COLUMN, value]], take: (record) => record[COLUMN] };
}
