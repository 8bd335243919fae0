/** Takes an import back, batch by batch from its end; one that was interrupted goes on where it stopped. */
import { sql } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import { takeBatchBack } from '../../sites/telemetry/takeBack.ts';
import { endJob, type ImportContext, readImport, UNDO_DAYS } from './jobs.ts';
import { explainFailure } from './start.ts';

async function run(context: ImportContext, id: number): Promise<void> {
  const { db, hub, session } = context;
  const { tenantId } = session;
  const ids = new Set<number>();
  try {
    for (;;) {
      const variableId = await takeBatchBack(db.pool, tenantId, id);
      if (variableId === null) break;
      ids.add(variableId);
    }
  } finally {
    if (ids.size > 0) hub.publish({ type: 'takenBack', tenantId, ids: [...ids] });
  }
}

/** Throws `import.notUndoable`. */
export async function undoImport(context: ImportContext, id: number) {
  const { db, session, log } = context;
  const { canUndo } = await readImport(context, id);
  if (!canUndo) throw new AppError('import.notUndoable', { days: UNDO_DAYS });
  const begun = await db.tenant(session.tenantId, (trx) =>
    trx
      .updateTable('importJob')
      .set({ status: 'undoing', message: null, heartAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('status', 'in', ['done', 'failed', 'cancelled'])
      .executeTakeFirst(),
  );
  if (Number(begun.numUpdatedRows) === 0) throw new AppError('import.notUndoable', { days: UNDO_DAYS });
  run(context, id)
    .then(
      () => endJob(context, id, 'undoing', 'undone', null),
      (error: unknown) => endJob(context, id, 'undoing', 'failed', explainFailure(context, id, error)),
    )
    .catch((error) => log.error('an import could not be undone', { id, error }));
  return readImport(context, id);
}
