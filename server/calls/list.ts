import type { Calls } from '../../generated/calls.ts';
import { type Entity, entityRegistry } from '../../runtime/core/definitions/entities.ts';
import type { CallContext } from '../context.ts';
import { records_selected } from '../entities/actions.ts';
import { records_batch } from '../entities/batch.ts';
import { records_bulkDelete, records_bulkUpdate } from '../entities/bulkChange.ts';
import { records_total } from '../entities/totals.ts';
import { values_taken } from '../entities/unique.ts';
import { AppError } from '../http/errors.ts';
import { preference_read, preference_write } from '../views/preferences.ts';
import { view_create, view_delete, view_update, views_list } from '../views/views.ts';

/** The entity that the address names. */
function entity_named({ entity }: { entity: string }): Entity {
  const found = entityRegistry.get(entity);
  if (!found) throw new AppError('http.notFound');
  return found;
}

export const listCalls = {
  recordBulkUpdate: ({ path, body }, ctx) => records_bulkUpdate(ctx, entity_named(path), body),
  recordBulkDelete: ({ path, body }, ctx) => records_bulkDelete(ctx, entity_named(path), body),
  recordBatch: ({ path, body }, ctx) => records_batch(ctx, entity_named(path), body.records),
  recordTotals: ({ path, query }, ctx) => records_total(ctx, entity_named(path), query),
  recordSelected: ({ path, body: { selection, ...query } }, ctx) =>
    records_selected(ctx, entity_named(path), selection, query),
  recordUnique: async ({ path, body }, ctx) => ({ taken: await values_taken(ctx, entity_named(path), body) }),

  viewList: ({ query }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => views_list(trx, session, query.page)),
  viewCreate: ({ body }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => view_create(trx, session, body)),
  viewUpdate: ({ body }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => view_update(trx, session, body)),
  async viewDelete({ path }, { db, session }) {
    await db.tenant(session.tenantId, (trx) => view_delete(trx, session, path.id));
    return null;
  },

  preferenceGet: ({ path }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => preference_read(trx, session, path.key)),
  preferenceSave: ({ path, body }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => preference_write(trx, session, path.key, body)),
} satisfies Partial<Calls<CallContext>>;
