/**
 * The one way in which calls read records: as tables that hold just what the asker may see. Fields that a rule hides are
 * empty in them, row by row where the permission of a field is narrowed.
 */
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { EntityTables } from '../../../generated/database.ts';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { fieldAccessWithin, fieldPermissionByRow } from '../../../runtime/core/access/fieldAccess.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { ownFields } from '../../../runtime/core/lines.ts';
import type { ScopedTrx, Tables } from '../../platform/db/index.ts';
import { type AnyBuilder, type RecordCondition, trxAny } from '../../platform/db/tables/anyTable.ts';
import type { Asker } from './asker.ts';
import { keyWhere, recordWhere } from './recordScope.ts';

export type EntityName = keyof EntityTables & string;
export type Row<N extends EntityName> = Selectable<EntityTables[N]>;
/** Records as a table to select from: `trx.selectFrom(seen(trx, session, 'alarm').as('a'))`. */
export type Records<N extends EntityName, O = Row<N>> = SelectQueryBuilder<Tables, N, O>;

/** The columns of a transaction's tables are those of the definitions, from which these types are made as well. */
const recordsOf = (trx: ScopedTrx, name: EntityName) => trxAny(trx).selectFrom(name);

const SERVER_COLUMNS = ['id', 'tenantId', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt', 'version'];

/** The records in which a field opens whose permission is narrowed; null where records make no difference. */
export function fieldWhere(asker: Asker, entity: EntityDefinition, name: string): RecordCondition | null {
  const key = fieldPermissionByRow(asker, entity, name);
  return key === null ? null : keyWhere(asker, entity, key);
}

/** A column as its reader sees it: with its values, empty, or empty in the records that do not open it. */
export function showColumn(
  eb: AnyBuilder,
  asker: Asker,
  entity: EntityDefinition,
  name: string,
): RawBuilder<unknown> {
  const column = sql`${eb.ref(name)}`;
  const field = entity.schema.properties?.[name];
  if (!field) return column;
  // An empty column keeps the type of its values, so that comparisons with it still mean something.
  if (field.writeOnly || fieldAccessWithin(asker, entity, name) === 'hidden')
    return sql`case when false then ${column} end`;
  const where = fieldWhere(asker, entity, name);
  return where ? sql`case when ${where(eb)} then ${column} end` : column;
}

/** The records that a condition selects, with the fields that the asker may see; null selects all. */
export function seenWhere<N extends EntityName>(
  trx: ScopedTrx,
  asker: Asker,
  name: N,
  where: RecordCondition | null,
): Records<N> {
  const entity = entityOf(name);
  const names = [...SERVER_COLUMNS, ...Object.keys(ownFields(entity.schema))];
  const query = recordsOf(trx, name).select((eb) =>
    names.map((name) => showColumn(eb, asker, entity, name).as(name)),
  );
  return (where ? query.where(where) : query) as unknown as Records<N>;
}

/** The records that the asker may do this with; by default those that they may list. */
export const seen = <N extends EntityName>(
  trx: ScopedTrx,
  asker: Asker,
  name: N,
  action = 'list',
): Records<N> => seenWhere(trx, asker, name, recordWhere(asker, entityOf(name), action));

type Naming = 'id' | 'tenantId' | 'sn' | 'name';

/** Records by their names alone, for a reader who is shown a reference to them anyway. */
export function named<N extends EntityName>(
  trx: ScopedTrx,
  asker: Asker,
  name: N,
): Records<N, Pick<Row<N>, Extract<keyof Row<N>, Naming>>> {
  const entity = entityOf(name);
  const naming = ['sn', 'name'].filter((name) => entity.schema.properties?.[name]);
  return recordsOf(trx, name).select((eb) =>
    ['id', 'tenantId', ...naming].map((name) => showColumn(eb, asker, entity, name).as(name)),
  ) as unknown as Records<N, Pick<Row<N>, Extract<keyof Row<N>, Naming>>>;
}

/**
 * The records that a condition selects, without the asker's scope: for figures of a whole that the asker opened before.
 */
export const recordsWhere = <N extends EntityName>(
  trx: ScopedTrx,
  name: N,
  where: RecordCondition,
): Records<N> => recordsOf(trx, name).selectAll().where(where) as unknown as Records<N>;
