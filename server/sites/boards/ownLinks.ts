/**
 * Lists and revokes a person's links to boards. A link gives access like an API key, so it is revoked in the same
 * cases.
 */
import { sql } from 'kysely';
import type { Data } from '../../../generated/calls.ts';
import { named } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import type { ScopedTrx, Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';

type OwnLink = Data<'ownBoardLinks'>[number];

/** Lists the links within the transaction's tenant, newest first. */
export async function listOwnLinks(trx: ScopedTrx, session: Session): Promise<OwnLink[]> {
  return trx
    .selectFrom('boardShare as s')
    .leftJoin(named(trx, session, 'station').as('p'), 'p.sn', 's.stationSn')
    .leftJoin(named(trx, session, 'board').as('b'), 'b.id', 's.boardId')
    .select(['s.id', 's.stationSn', 'p.name as stationName', 'b.name as boardName'])
    .select(['s.createdAt', 's.expiresAt', 's.opens', 's.openedAt'])
    .where('s.createdBy', '=', session.userId)
    .where('s.revokedAt', 'is', null)
    .where('s.expiresAt', '>', sql<string>`now()`)
    .orderBy('s.id', 'desc')
    .execute();
}

/** Revokes one of the caller's own links, even if the caller may no longer open its board. */
export async function revokeOwnLink(
  trx: Trx,
  { tenantId, userId }: Pick<Session, 'tenantId' | 'userId'>,
  id: number,
): Promise<void> {
  const ended = await trx
    .updateTable('boardShare')
    .set({ revokedAt: sql`now()` })
    .where('id', '=', id)
    .where('createdBy', '=', userId)
    .where('revokedAt', 'is', null)
    .returning(['stationSn', 'boardId'])
    .executeTakeFirst();
  if (!ended) throw new AppError('http.notFound');
  const { boardId, stationSn } = ended;
  const station = await trx.selectFrom('station').select('id').where('sn', '=', stationSn).executeTakeFirst();
  const subject =
    boardId === null ? { entity: 'siteKanban', id: station?.id ?? 0 } : { entity: 'board', id: boardId };
  await writeAudit(trx, { tenantId, userId, ...subject, action: 'unshare', diff: { link: [id, null] } });
}

/** Revokes a person's links in all tenants. After a new password, other credentials may have been stolen too. */
export async function revokeLinksOf(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('boardShare')
    .set({ revokedAt: sql`now()` })
    .where('createdBy', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
}
