import type { Calls } from '../../generated/calls.ts';
import { type Entity, entityRegistry } from '../../runtime/core/definitions/entities.ts';
import { dayAfter } from '../../runtime/core/time/workDays.ts';
import type { CallContext } from '../engine/context.ts';
import { querySelected } from '../engine/entities/list/actions.ts';
import { recordsTotal } from '../engine/entities/list/totals.ts';
import { recordsBatch } from '../engine/entities/write/batch.ts';
import { bulkDeleteRecords, bulkUpdateRecords } from '../engine/entities/write/bulkChange.ts';
import { askOthers } from '../engine/entities/write/unique.ts';
import { recordsSimilar } from '../engine/mapping/similar.ts';
import { findDayHints } from '../engine/time/dayHints.ts';
import { readPersonDays } from '../engine/time/personDays.ts';
import { readPreference, writePreference } from '../engine/views/preferences.ts';
import { createView, deleteView, listViews, updateView } from '../engine/views/views.ts';
import { AppError } from '../platform/errors/errors.ts';

/** Returns the entity that the path names. */
function findEntity({ entity }: { entity: string }): Entity {
  const definition = entityRegistry.get(entity);
  if (!definition) throw new AppError('http.notFound');
  return definition;
}

export const listCalls = {
  recordBulkUpdate: ({ path, body }, ctx) => bulkUpdateRecords(ctx, findEntity(path), body),
  recordBulkDelete: ({ path, body }, ctx) => bulkDeleteRecords(ctx, findEntity(path), body),
  recordBatch: ({ path, body }, ctx) => recordsBatch(ctx, findEntity(path), body.records),
  recordTotals: ({ path, query }, ctx) => recordsTotal(ctx, findEntity(path), query),
  recordSelected: ({ path, body: { selection, ...query } }, ctx) =>
    querySelected(ctx, findEntity(path), selection, query),
  recordSimilar: ({ path, query }, ctx) => recordsSimilar(ctx, findEntity(path), query.name),
  async recordUnique({ path, body }, ctx) {
    const entity = findEntity(path);
    const { taken, beyond } = await askOthers(ctx, entity, body);
    return { taken, beyond: [...beyond, ...(await findDayHints(ctx, entity, body))] };
  },
  recordPersonDays: ({ path, query: { users, from, days } }, ctx) => {
    if (!findEntity(path).work) throw new AppError('http.notFound');
    const ids = [...new Set(users.split(',').map(Number))];
    return readPersonDays(ctx, { users: ids, from, to: dayAfter(from, days - 1) });
  },

  viewList: ({ query }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => listViews(trx, session, query.page)),
  viewCreate: ({ body }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => createView(trx, session, body)),
  viewUpdate: ({ body }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => updateView(trx, session, body)),
  async viewDelete({ path }, { db, session }) {
    await db.tenant(session.tenantId, (trx) => deleteView(trx, session, path.id));
    return null;
  },

  preferenceGet: ({ path }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => readPreference(trx, session, path.key)),
  preferenceSave: ({ path, body }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => writePreference(trx, session, path.key, body)),
} satisfies Partial<Calls<CallContext>>;
