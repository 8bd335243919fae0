/** Deletes expired notices. Read notices expire after the days of the setting, unread notices after twice as many. */
import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';

const DAY_MS = 86_400_000;
/** Small batches, so that no transaction holds locks for long. */
const BATCH = 1000;

/** Deletes a batch of expired notices. Returns whether there may be more. */
export async function forgetNotices(db: Database, days: number): Promise<boolean> {
  const [read, unread] = [1, 2].map((times) => new Date(Date.now() - times * days * DAY_MS).toISOString());
  const { numAffectedRows } = await db.system((trx) =>
    sql`
      delete from notice where (tenant_id, id) in (
        select tenant_id, id from notice
         where (is_read and created_at < ${read}) or created_at < ${unread}
         limit ${BATCH} for update skip locked)`.execute(trx),
  );
  return Number(numAffectedRows ?? 0) === BATCH;
}
