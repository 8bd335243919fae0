/** Stores the rights with which a file was made. They are checked again at each download. */

import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { fieldAccessWithin, fieldPermissionByRow } from '../../../runtime/core/access/fieldAccess.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import type { Grant } from '../../platform/db/tables/jsonShapes.ts';
import type { Caller } from './asker.ts';
import { keyWhere, recordScope, recordWhere } from './recordScope.ts';

/** A database without a connection, which only compiles conditions to text. */
const words = new Kysely<Record<string, Record<string, unknown>>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

type Wish = Pick<Grant, 'entity' | 'action' | 'columns'> & { sheets?: readonly Wish[] };

function inWords(entity: string, where: RecordCondition): string {
  const { sql, parameters } = words.selectFrom(entity).selectAll().where(where).compile();
  return JSON.stringify([sql, parameters]);
}

/** Returns the conditions of columns that are visible in some records only. */
function columnReachOf(caller: Caller, entity: EntityDefinition, columns: Wish['columns']) {
  const narrow = columns.flatMap((name): [string, string][] => {
    const key = fieldPermissionByRow(caller, entity, name);
    const where = key === null ? null : keyWhere(caller, entity, key);
    return where ? [[name, inWords(entity.name, where)]] : [];
  });
  return narrow.length > 0 ? { columnReach: Object.fromEntries(narrow) } : {};
}

export function makeGrant(caller: Caller, { entity: name, action, columns, sheets = [] }: Wish): Grant {
  const entity = entityRegistry.get(name);
  const where = entity && recordWhere(caller, entity, action);
  return {
    ...{ entity: name, action, columns },
    reach: where ? inWords(name, where) : null,
    ...(entity && columnReachOf(caller, entity, columns)),
    ...(sheets.length > 0 ? { sheets: sheets.map((sheet) => makeGrant(caller, sheet)) } : {}),
  };
}

/**
 * Returns whether the caller may download the file. Full access to the records and fields is enough. A narrower scope
 * must be identical to that of the file.
 */
export function holdsGrant(caller: Caller, grant: Grant): boolean {
  if (caller.admin) return true;
  const entity = entityRegistry.get(grant.entity);
  if (!entity || recordScope(caller, entity, grant.action) === null) return false;
  const { reach, columnReach = {} } = makeGrant(caller, grant);
  const seesField = (name: string): boolean =>
    fieldAccessWithin(caller, entity, name) !== 'hidden' &&
    (columnReach[name] === undefined || columnReach[name] === grant.columnReach?.[name]);
  const seesSheets = (grant.sheets ?? []).every((sheet) => holdsGrant(caller, sheet));
  return grant.columns.every(seesField) && seesSheets && (reach === null || reach === grant.reach);
}
