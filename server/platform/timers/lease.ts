/** Work that exactly one of several server processes does. Another takes over when that one ends or crashes. */
import type { Database } from '../db/index.ts';
import type { Logger } from '../log.ts';
import type { RepeatedWork } from './every.ts';
import { createRounds, type Step } from './repeat.ts';
import { wait } from './wait.ts';

/** Delay in ms after a failure, or after the work ended early. */
const AGAIN_MS = 5_000;

export interface LeasedWork {
  /** Aborts the work, waits for it and releases the lease to another process. */
  close(): Promise<void>;
}

/**
 * Runs the work in exactly one process: at once when no other runs it, else as soon as the other one is gone (about two
 * seconds after it died). `name` identifies the work, the same in every process. The work runs until its signal fires,
 * because we stop or because the connection with the lease was lost; it then begins again where the lease is granted.
 * Failed work is logged and begins again after five seconds.
 *
 * A step that is under way when the lease is lost may still be finished: write steps that do no harm twice.
 */
export function holdLease(
  db: Pick<Database, 'lease'>,
  log: Logger,
  name: string,
  run: (signal: AbortSignal) => Promise<void>,
): LeasedWork {
  const stop = new AbortController();

  async function hold(): Promise<void> {
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

  const holding = hold();
  return {
    async close() {
      stop.abort();
      await holding;
    },
  };
}

/**
 * Repeats a step in exactly one process: at once, then with `ms` milliseconds between two steps. `wake` has no effect
 * in a process without the lease.
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
