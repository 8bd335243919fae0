/**
 * The only way for calls to read records. It returns queries that contain only what the caller may see. Hidden fields
 * are empty, also in single rows if the permission on a field depends on the record.
 */
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { EntityTables } from '../../../generated/database.ts';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { fieldAccessWithin, fieldPermissionByRow } from '../../../runtime/core/access/fieldAccess.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { ownFields } from '../../../runtime/core/lines.ts';
import type { ScopedTrx, Tables } from '../../platform/db/index.ts';
import { type AnyBuilder, type RecordCondition, trxAny } from '../../platform/db/tables/anyTable.ts';
import type { Caller } from './asker.ts';
import { keyWhere, recordWhere } from './recordScope.ts';

export type EntityName = keyof EntityTables & string;
export type Row<N extends EntityName> = Selectable<EntityTables[N]>;
/** Records as a table to select from: `trx.selectFrom(seen(trx, session, 'alarm').as('a'))`. */
export type Records<N extends EntityName, O = Row<N>> = SelectQueryBuilder<Tables, N, O>;

/** The types are generated from the same definitions as the columns, so this cast is safe. */
const recordsOf = (trx: ScopedTrx, name: EntityName) => trxAny(trx).selectFrom(name);

const SERVER_COLUMNS = ['id', 'tenantId', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt', 'version'];

/**
 * Selects the records in which a field with a record-dependent permission is visible. Null if the permission does not
 * depend on the record.
 */
export function fieldWhere(caller: Caller, entity: EntityDefinition, name: string): RecordCondition | null {
  const key = fieldPermissionByRow(caller, entity, name);
  return key === null ? null : keyWhere(caller, entity, key);
}

/** Returns the SQL of a column as the caller sees it: with its values, empty, or empty in some records. */
export function showColumn(
  eb: AnyBuilder,
  caller: Caller,
  entity: EntityDefinition,
  name: string,
): RawBuilder<unknown> {
  const column = sql`${eb.ref(name)}`;
  const field = entity.schema.properties?.[name];
  if (!field) return column;
  // The empty column has the type of the field, so that comparisons with it are valid.
  if (field.writeOnly || fieldAccessWithin(caller, entity, name) === 'hidden')
    return sql`case when false then ${column} end`;
  const where = fieldWhere(caller, entity, name);
  return where ? sql`case when ${where(eb)} then ${column} end` : column;
}

/**
 * Returns the records that match a condition, with only the fields that the caller may see. A null condition selects
 * all records.
 */
export function seenWhere<N extends EntityName>(
  trx: ScopedTrx,
  caller: Caller,
  name: N,
  where: RecordCondition | null,
): Records<N> {
  const entity = entityOf(name);
  const names = [...SERVER_COLUMNS, ...Object.keys(ownFields(entity.schema))];
  const query = recordsOf(trx, name).select((eb) =>
    names.map((name) => showColumn(eb, caller, entity, name).as(name)),
  );
  return (where ? query.where(where) : query) as unknown as Records<N>;
}

/** Returns the records for which the caller may do the action. The default action is `list`. */
export const seen = <N extends EntityName>(
  trx: ScopedTrx,
  caller: Caller,
  name: N,
  action = 'list',
): Records<N> => seenWhere(trx, caller, name, recordWhere(caller, entityOf(name), action));

type Naming = 'id' | 'tenantId' | 'sn' | 'name';

/** Returns only the names of records. The reader already sees a reference to each record. */
export function named<N extends EntityName>(
  trx: ScopedTrx,
  caller: Caller,
  name: N,
): Records<N, Pick<Row<N>, Extract<keyof Row<N>, Naming>>> {
  const entity = entityOf(name);
  const naming = ['sn', 'name'].filter((name) => entity.schema.properties?.[name]);
  return recordsOf(trx, name).select((eb) =>
    ['id', 'tenantId', ...naming].map((name) => showColumn(eb, caller, entity, name).as(name)),
  ) as unknown as Records<N, Pick<Row<N>, Extract<keyof Row<N>, Naming>>>;
}

/**
 * Returns the records that match a condition, regardless of the caller's scope. Use it only for totals that the caller
 * may see.
 */
export const recordsWhere = <N extends EntityName>(
  trx: ScopedTrx,
  name: N,
  where: RecordCondition,
): Records<N> => recordsOf(trx, name).selectAll().where(where) as unknown as Records<N>;
