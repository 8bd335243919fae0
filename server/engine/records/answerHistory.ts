/** Returns the history of a record to its reader. */
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { recordWhere } from '../access/recordScope.ts';
import type { CallContext } from '../context.ts';
import { requireRecord } from '../entities/write/write.ts';
import { changeUndoable, historyPage, listShownChanges } from './history.ts';

const PAGE_SIZE = 20;

/** Returns whether the caller may do the action with a record that they can read. */
export async function recordAllows(
  trx: Trx,
  { session }: Pick<CallContext, 'session'>,
  entity: Entity,
  id: number,
  action: string,
): Promise<boolean> {
  const where = recordWhere(session, entity, action);
  if (!where) return true;
  return requireRecord(trx, session, entity, id, action).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}

/** Returns a page of changes with their users, the newest first. Fields that the caller may not see are left out. */
export function answerHistory(
  ctx: Pick<CallContext, 'db' | 'session'>,
  entity: Entity,
  id: number,
  { current = 1, size = PAGE_SIZE }: { current?: number | undefined; size?: number | undefined },
) {
  const { db, session } = ctx;
  return db.tenant(session.tenantId, async (trx) => {
    await requireRecord(trx, session, entity, id, 'get');
    const { rows, total } = await historyPage(trx, entity, id, { current, size });
    const mayUpdate = await recordAllows(trx, ctx, entity, id, 'update');
    const records = rows.map(({ diff, ...row }) => {
      const { changes, withheld } = listShownChanges(entity, session, diff);
      const undoable = mayUpdate && changeUndoable(entity, session, row.action, changes);
      return { ...row, changes, withheld, undoable };
    });
    return { records, total, current, size };
  });
}
