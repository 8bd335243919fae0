/** Automations that users design: an event triggers effects. */
import { every, type RepeatedWork } from '../../platform/timers/every.ts';
import type { Service } from '../context.ts';
import { watchEvents } from '../events.ts';
import type { TimeParts } from '../time/platformStep.ts';
import { runDue } from './due.ts';
import { createMemory } from './memory.ts';
import { runNext } from './run.ts';
import { createWatch } from './watch.ts';

const EVERY_MS = 5_000;

/** Lists the tenants with queued runs. */
async function listWaiting({ db }: Pick<TimeParts, 'db'>): Promise<number[]> {
  const rows = await db.system((trx) =>
    trx.selectFrom('automationRun').select('tenantId').distinct().where('state', '=', 'waiting').execute(),
  );
  return rows.map(({ tenantId }) => tenantId);
}

/**
 * Carries out queued runs. The tenants take turns with one run each, so that many runs of one do not delay the others.
 */
async function runWaiting(parts: TimeParts, signal?: AbortSignal): Promise<void> {
  let tenants = await listWaiting(parts);
  while (tenants.length > 0) {
    const left: number[] = [];
    for (const tenantId of tenants) {
      if (signal?.aborted) return;
      if ((await runNext(parts, tenantId)) === 'ran') left.push(tenantId);
    }
    tenants = left;
  }
}

/** Watches the writes of records in each process. With `runs`, this process also carries out runs. */
export function createAutomations(parts: TimeParts): Service {
  const memory = createMemory(parts.hub);
  watchEvents(parts.db, createWatch(memory));
  let work: RepeatedWork | null = null;
  let unsubscribe: (() => void) | null = null;
  return {
    async start() {
      unsubscribe = parts.hub.subscribe((event) => {
        const isNew = event.type === 'entity' && event.entity === 'automationRun' && event.do === 'create';
        if (isNew) work?.wake();
      });
      work = every(parts.log, 'automations', EVERY_MS, async (signal) => {
        await runDue(parts, Date.now(), signal);
        await runWaiting(parts, signal);
      });
    },
    async close() {
      unsubscribe?.();
      await work?.close();
      memory.close();
    },
  };
}
