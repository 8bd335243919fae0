import type { Logger } from '../log.ts';
import { createRounds, type Step } from './repeat.ts';
import { wait } from './wait.ts';

export interface RepeatedWork {
  /** Starts the next step immediately, or directly after the running step. */
  wake(): void;
  /** Aborts the running step and waits for its end. */
  close(): Promise<void>;
}

/**
 * Repeats a step in this process: immediately, then with a pause of `ms` milliseconds. `later` delays the first step by
 * the same time. docs/architecture.md lists all such steps. `leaseEvery` repeats steps that one process runs for all.
 */
export function every(
  log: Logger,
  name: string,
  ms: number,
  step: Step,
  { later = false } = {},
): RepeatedWork {
  const stop = new AbortController();
  const rounds = createRounds(log, name, ms, step);
  const running = (async () => {
    if (later) await wait(ms, stop.signal);
    await rounds.run(stop.signal);
  })();
  return {
    wake: rounds.wake,
    async close() {
      stop.abort();
      await running;
    },
  };
}
