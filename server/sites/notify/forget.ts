/** Deletes old lines of the notification log, after the same time as unread notices. */
import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';

const DAY_MS = 86_400_000;
/** Maximum number of deleted lines per transaction, so that locks are short. */
const BATCH = 1000;

/** Deletes lines that were sent or failed more than twice this number of days ago. With 0, no lines are deleted. */
export async function forgetLog(db: Database, days: number, now: number): Promise<void> {
  if (days === 0) return;
  const before = new Date(now - 2 * days * DAY_MS).toISOString();
  for (let deleted = BATCH; deleted === BATCH; ) {
    const { numAffectedRows } = await db.system((trx) =>
      sql`
        delete from notification_log where (tenant_id, id) in (
          select tenant_id, id from notification_log
           where state <> 'waiting' and created_at < ${before}
           limit ${BATCH} for update skip locked)`.execute(trx),
    );
    deleted = Number(numAffectedRows ?? 0);
  }
}
