/** Returns the users who set a mark on a record, and the expected users who did not. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { requireRecord } from '../entities/write/write.ts';
import { findPeople } from '../states/people.ts';

const MOST = 1_000;

/**
 * Returns the people who set a mark, for users who may read the record. Throws 404 for a mark without `who`.
 */
export function answerMarkPeople(
  { db, session }: Pick<CallContext, 'db' | 'session'>,
  { entity: name, id, mark: markName }: { entity: string; id: number; mark: string },
) {
  const entity = entityOf(name);
  const mark = entity.marks?.find((one) => one.name === markName);
  if (!mark?.who) throw new AppError('http.notFound');
  return db.tenant(session.tenantId, async (trx) => {
    const record = await requireRecord(trx, session, entity, id, 'get');
    const rows = await trx
      .selectFrom('recordMark')
      .innerJoin('userAccount', 'userAccount.id', 'recordMark.userId')
      .select(['userAccount.id', 'userAccount.name', 'recordMark.markedAt as at'])
      .where('entity', '=', name)
      .where('recordId', '=', id)
      .where('mark', '=', markName)
      .orderBy('markedAt', 'desc')
      .orderBy('userAccount.id')
      .limit(MOST)
      .execute();
    const expected = mark.wanted
      ? await findPeople(trx, mark.wanted, { entity, record, userId: Number(record.createdBy) })
      : [];
    const done = await trx
      .selectFrom('recordMark')
      .select('userId')
      .where('entity', '=', name)
      .where('recordId', '=', id)
      .where('mark', '=', markName)
      .where('userId', 'in', expected.length > 0 ? expected : [0])
      .execute();
    const marked = new Set(done.map(({ userId }) => userId));
    const lacking = expected.filter((userId) => !marked.has(userId)).slice(0, MOST);
    const missing =
      lacking.length === 0
        ? []
        : await trx
            .selectFrom('userAccount')
            .select(['id', 'name'])
            .where('id', 'in', lacking)
            .orderBy('name')
            .orderBy('id')
            .execute();
    return { people: rows, missing };
  });
}
