/** Finds the policies that are new, or were edited: they are about alarms that are open already, too. */
import type { Database } from '../../platform/db/index.ts';
import { catchRemindersUp } from './reminders.ts';

/** An alarm that opens while a policy is saved may miss it, and be missed. After this time both are visible. */
const AGAIN_MS = 60_000;

interface Known {
  version: number;
  /** When it is looked at once more, epoch milliseconds; null: it was. */
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
