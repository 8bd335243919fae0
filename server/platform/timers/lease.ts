/**
 * Work that exactly one of several server processes does. Another process takes over when that process ends or crashes.
 */
import type { Database } from '../db/index.ts';
import type { Logger } from '../log.ts';
import type { RepeatedWork } from './every.ts';
import { createRounds, type Step } from './repeat.ts';
import { wait } from './wait.ts';

/** Delay in ms after a failure or an early end of the work. */
const AGAIN_MS = 5_000;

export interface LeasedWork {
  /** Aborts the work, waits for its end, and releases the lease. */
  close(): Promise<void>;
}

/**
 * Runs the work in exactly one process. If another process has the lease, the work starts about two seconds after that
 * process ends. `name` identifies the work in all processes. The signal of the work aborts on shutdown, or if the
 * connection with the lease is lost. The work is restarted when the lease is granted again. Failed work is logged and
 * restarted after five seconds.
 *
 * A step that runs when the lease is lost may still be finished. Steps must therefore be idempotent.
 */
export function holdLease(
  db: Pick<Database, 'lease'>,
  log: Logger,
  name: string,
  run: (signal: AbortSignal) => Promise<void>,
): LeasedWork {
  const stop = new AbortController();

  async function keepLease(): Promise<void> {
    while (!stop.signal.aborted) {
      const lease = await db.lease(name, stop.signal);
      if (!lease) return;
      const signal = AbortSignal.any([stop.signal, lease.lost]);
      try {
        await run(signal);
      } catch (error) {
        if (!signal.aborted) log.error('work for all processes failed', { name, error });
      }
      await lease.release();
      await wait(AGAIN_MS, signal);
    }
  }

  const running = keepLease();
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}

/**
 * Repeats a step in exactly one process: immediately, then with a pause of `ms` milliseconds. `wake` has no effect in a
 * process without the lease.
 */
export function leaseEvery(
  db: Pick<Database, 'lease'>,
  log: Logger,
  name: string,
  ms: number,
  step: Step,
): RepeatedWork {
  const rounds = createRounds(log, name, ms, step);
  return { ...holdLease(db, log, name, rounds.run), wake: rounds.wake };
}
