/** Schedules a reload per tenant and retries it until it succeeds. All callers until then share the reload. */
import type { Logger } from '../../platform/log.ts';

/** Delay in ms that combines many changes into one reload. */
const RELOAD_MS = 500;

export interface Reloads {
  soon(tenantId: number): void;
  close(): void;
}

export function createReloads(read: (tenantId: number) => Promise<void>, log: Logger): Reloads {
  const timers = new Map<number, NodeJS.Timeout>();
  function run(tenantId: number): void {
    timers.delete(tenantId);
    read(tenantId).catch((error: unknown) => {
      log.warn('live views could not read their variables', { error: String(error) });
      soon(tenantId);
    });
  }
  function soon(tenantId: number): void {
    if (!timers.has(tenantId)) timers.set(tenantId, setTimeout(run, RELOAD_MS, tenantId));
  }
  return {
    soon,
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
