/**
 * Notices inform users about events in the application. A notice is stored until the user deletes it, and can be
 * marked as read (V038).
 */
import { sql } from 'kysely';
import type { Text } from '../../../generated/definition.ts';
import { type Database, publishOnCommit, type Trx } from '../../platform/db/index.ts';
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
  /** The time from which users see the notice. Null for immediately. */
  heldUntil?: string | null;
}

/**
 * Notifies each user once, in the transaction of the event. The caller ensures that the recipients may see the event.
 * The insert is sent together with the transaction's next statement.
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
  if (heldUntil === null) publishOnCommit(trx, { type: 'counts', tenantId, userIds: people });
}

/** Shows the notices whose delay ends at `now`, in epoch milliseconds. */
export const releaseNotices = (db: Database, now = Date.now()): Promise<void> =>
  db.system(async (trx) => {
    const rows = await trx
      .updateTable('notice')
      .set({ heldUntil: null })
      .where('heldUntil', '<=', new Date(now).toISOString())
      .returning(['tenantId', 'userId'])
      .execute();
    for (const [tenantId, own] of Map.groupBy(rows, (row) => row.tenantId))
      publishOnCommit(trx, {
        type: 'counts',
        tenantId,
        userIds: [...new Set(own.map(({ userId }) => userId))],
      });
  });
