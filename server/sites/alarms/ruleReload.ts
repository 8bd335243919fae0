/** Reloads outdated rules, one tenant after the other, and retries after a failure. */
import type { Logger } from '../../platform/log.ts';
import { wait } from '../../platform/timers/wait.ts';

const RETRY_MS = 1_000;

export interface RuleReload {
  /** Marks the rules of a tenant, or of all tenants, as stale. */
  invalidate(tenantId: number | null): void;
  /** Returns whether any rules are stale or being reloaded. */
  isRunning(): boolean;
  /** Resolves when no rules are stale. */
  settled(): Promise<void>;
  /** Stops reloading. Stale rules remain stale. */
  close(): Promise<void>;
}

interface Reloading {
  log: Logger;
  /** Called before the first reload. */
  onStart(): void;
  reload(tenantId: number | null): Promise<void>;
  onEnd(): void;
}

export function createRuleReload({ log, onStart, reload, onEnd }: Reloading): RuleReload {
  /** `null` means all tenants. */
  let stale = new Set<number | null>();
  let running: Promise<void> | null = null;
  const closing = new AbortController();

  async function reloadStale(): Promise<void> {
    const tenants = stale.has(null) ? [null] : [...stale];
    stale = new Set();
    for (const tenantId of tenants) {
      try {
        await reload(tenantId);
      } catch (error) {
        log.warn('alarm rules could not be read, trying again', { error: String(error) });
        stale.add(tenantId);
      }
    }
    if (stale.size > 0) await wait(RETRY_MS, closing.signal);
  }

  async function run(): Promise<void> {
    while (stale.size > 0 && !closing.signal.aborted) await reloadStale();
    running = null;
    onEnd();
  }

  return {
    invalidate(tenantId) {
      stale.add(tenantId);
      if (!running) onStart();
      running ??= run();
    },
    isRunning: () => running !== null,
    async settled() {
      while (running) await running;
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
