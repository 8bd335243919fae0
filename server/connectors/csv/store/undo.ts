/** Undoes an import batch by batch from its end. An interrupted run continues where it stopped. */
import type { JobStep } from '../../../engine/jobs/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { type RevertCounts, revertBatch } from '../../../sites/telemetry/write/revertImport.ts';
import { type Import, type ImportContext, KEEP_HOURS, readImport, UNDO, UNDO_DAYS } from './jobs.ts';

const add = (a: RevertCounts, b: RevertCounts): RevertCounts => ({
  removed: a.removed + b.removed,
  restored: a.restored + b.restored,
  kept: a.kept + b.kept,
});

/** Runs within its job. Returns what was undone as the job's result. */
async function run(
  { db, hub, session: { tenantId } }: ImportContext,
  importId: number,
  step: JobStep,
): Promise<Record<string, number>> {
  const ids = new Set<number>();
  let undone: RevertCounts = { removed: 0, restored: 0, kept: 0 };
  const count = (): number => undone.removed + undone.restored + undone.kept;
  try {
    while (!step.signal.aborted) {
      const batch = await revertBatch(db.pool, tenantId, importId, (client, counts) =>
        step.keep(client, { ...add(undone, counts) }),
      );
      if (batch === null) break;
      ids.add(batch.variableId);
      undone = add(undone, batch);
      step.progress(count());
    }
  } finally {
    if (ids.size > 0) hub.publish({ type: 'takenBack', tenantId, ids: [...ids] });
  }
  if (!step.signal.aborted) step.progress(count(), count());
  return { ...undone };
}

/** Reverts an import. Throws `import.notUndoable`. */
export async function undoImport(context: ImportContext, id: number): Promise<Import> {
  const { jobs, session, lang } = context;
  const { canUndo, fileName, stationSn } = await readImport(context, id);
  if (!canUndo) throw new AppError('import.notUndoable', { days: UNDO_DAYS });
  await jobs.start({
    asker: session,
    kind: UNDO,
    title: { zh: `撤销导入 ${fileName}`, en: `Undo of import ${fileName}` },
    subject: stationSn,
    partOf: id,
    keepHours: KEEP_HOURS,
    freesDisk: true,
    lang,
    run: (step) => run(context, id, step),
  });
  return readImport(context, id);
}
