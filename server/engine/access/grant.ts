/** The rights with which a file was made. They are asked for again whenever somebody takes it. */

import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { fieldAccess } from '../../../runtime/core/fieldAccess.ts';
import type { Grant } from '../../platform/db/jsonShapes.ts';
import type { Asker } from './asker.ts';
import { recordScope, recordWhere } from './recordScope.ts';

/** Says conditions in words; it never asks anything. */
const words = new Kysely<Record<string, Record<string, unknown>>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

type Wish = Pick<Grant, 'entity' | 'action' | 'columns'>;

export function makeGrant(asker: Asker, { entity: name, action, columns }: Wish): Grant {
  const entity = entityRegistry.get(name);
  const where = entity && recordWhere(asker, entity, action);
  if (!where) return { entity: name, action, columns, reach: null };
  const { sql, parameters } = words.selectFrom(name).selectAll().where(where).compile();
  return { entity: name, action, columns, reach: JSON.stringify([sql, parameters]) };
}

/** Whoever sees all records sees those of the file; a narrower reach has to be the very same. */
export function holdsGrant(asker: Asker, grant: Grant): boolean {
  if (asker.admin) return true;
  const entity = entityRegistry.get(grant.entity);
  if (!entity || recordScope(asker, entity, grant.action) === null) return false;
  const { reach } = makeGrant(asker, grant);
  const seesFields = grant.columns.every((name) => fieldAccess(asker, entity, name) !== 'hidden');
  return seesFields && (reach === null || reach === grant.reach);
}
