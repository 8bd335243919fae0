/** Repeats work at fixed times, one step at a time. A step that cannot start in time is skipped and counted. */
import { wait } from '../../platform/timers/wait.ts';

const SECOND_MS = 1_000;

export interface Beats {
  /** Starts the next step now. Later steps follow in the current period. */
  restart(): void;
  /**
   * Returns the number of skipped steps since the last call. A step is skipped if the previous one has not finished.
   */
  takeLate(): number;
  /** Waits until the current step ends. */
  close(): Promise<void>;
}

/** `period` is in seconds; `step` never rejects. */
export function startBeats(period: () => number, step: () => Promise<void>): Beats {
  const stop = new AbortController();
  let restarted = new AbortController();
  let late = 0;

  async function run(): Promise<void> {
    // A random first delay, so that services started together do not run their work at the same moment.
    let due = performance.now() + Math.random() * SECOND_MS;
    while (!stop.signal.aborted) {
      await wait(due - performance.now(), stop.signal, restarted.signal);
      if (stop.signal.aborted) return;
      if (restarted.signal.aborted) {
        restarted = new AbortController();
        due = performance.now();
      }
      await step();
      const ms = period() * SECOND_MS;
      // A timer may fire slightly too early.
      const missed = Math.max(0, Math.floor((performance.now() - due) / ms));
      late += missed;
      due += (missed + 1) * ms;
    }
  }

  const running = run();
  return {
    restart: () => restarted.abort(),
    takeLate() {
      const count = late;
      late = 0;
      return count;
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
