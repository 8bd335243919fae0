/** Lists and ends the open sessions of a user. */
import { sql } from 'kysely';
import type { Data } from '../../../../generated/calls.ts';
import type { Trx } from '../../../platform/db/index.ts';

type OpenSession = Data<'ownSessions'>[number];

const openOf = (trx: Trx, userId: number) =>
  trx
    .selectFrom('session')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`);

/** Returns the latest session first. `tenantId` selects the sessions in one tenant. */
export async function listSessions(
  trx: Trx,
  userId: number,
  { current, tenantId }: { current: string; tenantId?: number },
): Promise<OpenSession[]> {
  let query = openOf(trx, userId);
  if (tenantId !== undefined) query = query.where('tenantId', '=', tenantId);
  const rows = await query
    .select(['id', 'ip', 'userAgent', 'createdAt', 'lastSeenAt', 'expiresAt'])
    .orderBy('lastSeenAt', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, current: row.id === current }));
}

/** Ends sessions of a user: one, all except one, or all in a tenant. Returns the number of ended sessions. */
export async function endSessions(
  trx: Trx,
  userId: number,
  which: { id: string } | { except: string } | { tenantId: number },
): Promise<number> {
  let query = trx
    .updateTable('session')
    .set({ revokedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`);
  if ('id' in which) query = query.where('id', '=', which.id);
  else if ('except' in which) query = query.where('id', '!=', which.except);
  else query = query.where('tenantId', '=', which.tenantId);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}
