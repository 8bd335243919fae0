/** Finds new and changed policies, because policies also apply to alarms that are already open. */
import type { Database } from '../../platform/db/index.ts';
import { catchRemindersUp } from './reminders.ts';

/** Time in ms until a second check. Concurrent transactions of an alarm and a policy may not see each other. */
const AGAIN_MS = 60_000;

interface Known {
  version: number;
  /** Time of the second check, epoch milliseconds. Null after the check. */
  again: number | null;
}

/**
 * Returns a function that applies new and changed policies. `now` is in epoch milliseconds. Without changes, a call is
 * cheap.
 */
export function createCatchUp(db: Database): (now: number) => Promise<void> {
  let seen = new Map<string, Known>();
  return async (now) => {
    const current = new Map<string, Known>();
    await db.system(async (trx) => {
      const policies = await trx
        .selectFrom('alarmEscalation')
        .select(['tenantId', 'id', 'version'])
        .where('enabled', 'is not', false)
        .execute();
      const due: string[] = [];
      for (const { tenantId, id, version } of policies) {
        const key = `${tenantId} ${id}`;
        const before = seen.get(key);
        const isNew = before?.version !== version;
        const isAgain = !isNew && before.again !== null && before.again <= now;
        if (isNew || isAgain) due.push(key);
        current.set(
          key,
          isNew ? { version, again: now + AGAIN_MS } : isAgain ? { version, again: null } : before,
        );
      }
      if (due.length > 0) await catchRemindersUp(trx, due);
    });
    seen = current;
  };
}
