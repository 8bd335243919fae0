import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Hub } from '../../platform/hub/hub.ts';
import type { Logger } from '../../platform/log.ts';
import { storeChange } from './store.ts';
import type { AlarmChanged, Change } from './types.ts';

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 2_000;
/**
 * Maximum number of queued changes in one transaction. Each commit waits for the disk, and an alarm storm has thousands
 * of changes.
 */
const TOGETHER = 50;

export interface Writer {
  add(change: Change): void;
  /** Resolves when all changes added so far are stored. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Returns whether a retry may succeed. A retry may succeed if the database temporarily lacks a connection, space, a
 * lock, or write access during a failover. It cannot succeed if the change itself is wrong: its data (22), a constraint
 * (23), the statement (42), or a programming error.
 */
export function errorPasses(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const code = (error as { code?: unknown }).code;
  return typeof code !== 'string' || !/^(22|23|42)...$/.test(code);
}

/** Announces changed alarms to all watchers. Call it only after the commit. */
export function notifyAlarms(hub: Hub, changed: readonly AlarmChanged[]): void {
  for (const { id, tenantId, stationSn, status } of changed) {
    hub.publish({ type: 'alarm', tenantId, stationSn, alarmId: id, status });
  }
}

/** Stores changes in their order. While the database is unavailable, changes are queued. */
export function createWriter(
  { db, log, hub }: { db: Database; log: Logger; hub: Hub },
  storeOne: typeof storeChange = storeChange,
): Writer {
  const stop = new AbortController();
  let waiting: Change[] = [];
  let running: Promise<void> | null = null;

  async function store(change: Change): Promise<void> {
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
      try {
        return notifyAlarms(hub, await db.system((trx) => storeOne(trx, change)));
      } catch (error) {
        const detail = { rule: change.rule.id, to: change.to, error: String(error) };
        if (!errorPasses(error) || stop.signal.aborted)
          return log.error('an alarm change was not stored', detail);
        log.warn('an alarm change waits for the database', detail);
        await wait(delay, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    }
  }

  async function storeAll(trx: Trx, changes: readonly Change[]): Promise<AlarmChanged[]> {
    const changed: AlarmChanged[] = [];
    for (const change of changes) changed.push(...(await storeOne(trx, change)));
    return changed;
  }

  /** Stores changes in one transaction. Returns false if a change fails, and then none is stored. */
  const storeTogether = (changes: readonly Change[]): Promise<boolean> =>
    db
      .system((trx) => storeAll(trx, changes))
      .then(
        (changed) => {
          notifyAlarms(hub, changed);
          return true;
        },
        () => false,
      );

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, TOGETHER);
      waiting = waiting.slice(TOGETHER);
      if (batch.length > 1 && (await storeTogether(batch))) continue;
      for (const change of batch) await store(change);
    }
    running = null;
  }

  return {
    add(change) {
      waiting.push(change);
      running ??= run();
    },
    async idle() {
      while (running) await running;
    },
    async close() {
      stop.abort();
      while (running) await running;
    },
  };
}
