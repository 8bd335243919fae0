/**
 * Notices inform users about events in the application. A notice is stored until its user deletes it, with a mark for
 * read ones (V038).
 */
import { sql } from 'kysely';
import type { Text } from '../../../generated/definition.ts';
import { type Database, type Trx, tellCommit } from '../../platform/db/index.ts';
import { addStatement } from '../../platform/db/tenant.ts';

/** The reason for a notice. Pages choose an icon by it. */
export type NoticeKind = 'approval' | 'transition' | 'comment' | 'alarm' | 'reminder';

export interface NoticeSend {
  tenantId: number;
  userIds: readonly number[];
  text: Text;
  /** An address within the platform. */
  link: string | null;
  kind: NoticeKind;
  /** The moment from which its users see it, if that is not yet. */
  heldUntil?: string | null;
}

/**
 * Notifies each user once, within the transaction of the event. The recipients may see the event. The notices are sent to
 * the database together with the next statement.
 */
export async function sendNotice(
  trx: Trx,
  { tenantId, userIds, text, link, kind, heldUntil = null }: NoticeSend,
): Promise<void> {
  const people = [...new Set(userIds)];
  if (people.length === 0) return;
  const insert = sql<never>`
    insert into notice (tenant_id, user_id, text, link, kind, held_until)
    select ${tenantId}::int, user_id, ${JSON.stringify({ zh: text.zh, en: text.en })}::jsonb, ${link}, ${kind},
           ${heldUntil}::timestamptz
      from unnest(${people}::int8[]) as user_id`;
  await addStatement(trx, { compile: () => insert.compile(trx) });
  if (heldUntil === null) tellCommit(trx, { type: 'counts', tenantId, userIds: people });
}

/** Shows the notices that were held until now, in epoch milliseconds. */
export const releaseNotices = (db: Database, now = Date.now()): Promise<void> =>
  db.system(async (trx) => {
    const rows = await trx
      .updateTable('notice')
      .set({ heldUntil: null })
      .where('heldUntil', '<=', new Date(now).toISOString())
      .returning(['tenantId', 'userId'])
      .execute();
    for (const [tenantId, own] of Map.groupBy(rows, (row) => row.tenantId))
      tellCommit(trx, { type: 'counts', tenantId, userIds: [...new Set(own.map(({ userId }) => userId))] });
  });
