import type { Logger } from '../log.ts';
import { createRounds, type Step } from './repeat.ts';
import { wait } from './wait.ts';

export interface RepeatedWork {
  /** Starts the next step at once, or directly after the running one. */
  wake(): void;
  /** Aborts the running step, and waits for its end. */
  close(): Promise<void>;
}

/**
 * Repeats a step in this process, whatever the others do: at once, then with `ms` milliseconds between two of them.
 * docs/architecture.md lists all such steps.
 * `later`: the first one comes after that time too. What one process does for all is repeated by `leaseEvery`.
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
