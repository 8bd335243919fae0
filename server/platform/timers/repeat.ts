/** The loop of all periodic work: a step, a pause, and the next step, one at a time. */
import type { Logger } from '../log.ts';
import { wait } from './wait.ts';

export interface Rounds {
  /** Starts the next step at once, or directly after the running one. */
  wake(): void;
  /** Repeats the step until the signal fires; resolves when the last one has ended. */
  run(signal: AbortSignal): Promise<void>;
}

export type Step = (signal: AbortSignal) => Promise<void>;

/**
 * `ms` is the pause between two steps, in milliseconds. A step that fails is tried again after it; the log says so once
 * until another reason comes or a step succeeds, so that an outage of the database is not told every second.
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
