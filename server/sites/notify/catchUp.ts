/** Finds new and edited policies, because these also apply to alarms that are already open. */
import type { Database } from '../../platform/db/index.ts';
import { catchRemindersUp } from './reminders.ts';

/** An alarm and a policy that are stored at the same time may not see each other. After this time both are visible. */
const AGAIN_MS = 60_000;

interface Known {
  version: number;
  /** Time of the second check, epoch milliseconds. Null if it was done. */
  again: number | null;
}

/** `now` in epoch milliseconds. Only what changed since the last time costs more than a glance. */
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
