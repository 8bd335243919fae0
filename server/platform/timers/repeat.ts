/** The loop of all periodic work: a step, a pause, and the next step, one at a time. */
import type { Logger } from '../log.ts';
import { wait } from './wait.ts';

export interface Rounds {
  /** Starts the next step immediately, or directly after the running step. */
  wake(): void;
  /** Repeats the step until the signal aborts. Resolves when the last step has ended. */
  run(signal: AbortSignal): Promise<void>;
}

export type Step = (signal: AbortSignal) => Promise<void>;

/**
 * `ms` is the pause between two steps, in milliseconds. A failed step is retried after the pause. The same error is
 * logged only once until a step succeeds. An outage of the database therefore does not fill the log.
 */
export function createRounds(log: Logger, name: string, ms: number, step: Step): Rounds {
  let lastFailure: string | null = null;
  let woken = new AbortController();

  async function tryStep(signal: AbortSignal): Promise<void> {
    try {
      await step(signal);
      lastFailure = null;
    } catch (error) {
      if (signal.aborted || lastFailure === String(error)) return;
      lastFailure = String(error);
      log.error('a repeated step failed', { name, error });
    }
  }

  return {
    wake: () => woken.abort(),
    async run(signal) {
      while (!signal.aborted) {
        woken = new AbortController();
        await tryStep(signal);
        await wait(ms, signal, woken.signal);
      }
    },
  };
}
