/** Sets or removes a user's mark on a record that the user may read. Setting a mark twice has no effect. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { MARKS, rollupsOf } from '../../../runtime/core/rules/rollups.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { noteParents } from '../derived/rollups.ts';
import { type Marked, readMarks } from '../entities/marks.ts';
import { requireRecord } from '../entities/write/write.ts';

interface MarkPath {
  entity: string;
  id: number;
  mark: string;
}

/** Sets or removes a mark of the user. Without `on`, the mark is toggled. */
export async function setMark(
  { db, session }: Pick<CallContext, 'db' | 'session'>,
  { entity: name, id, mark }: MarkPath,
  on?: boolean,
): Promise<Marked> {
  const entity = entityOf(name);
  const { tenantId, userId } = session;
  if (!entity.marks?.some((one) => one.name === mark)) throw new AppError('http.notFound');
  return db.tenant(tenantId, async (trx) => {
    await requireRecord(trx, session, entity, id, 'get');
    const key = { tenantId, entity: name, recordId: id, mark, userId };
    const removed =
      on === true
        ? false
        : (await trx
            .deleteFrom('recordMark')
            .where('entity', '=', name)
            .where('recordId', '=', id)
            .where('mark', '=', mark)
            .where('userId', '=', userId)
            .returning('recordId')
            .executeTakeFirst()) !== undefined;
    if (on ?? !removed)
      await trx
        .insertInto('recordMark')
        .values(key)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const isRolled = rollupsOf(entity).some(({ child, ref }) => child === MARKS && ref === mark);
    if (isRolled) noteParents(trx, { tenantId }, entity, [id]);
    return (await readMarks(trx, entity, userId, [id])).get(id)![mark]!;
  });
}
