/** Repeats work at fixed times: one step at a time, and a step that is missed is left out and counted. */
import { wait } from '../../platform/timers/wait.ts';

const SECOND_MS = 1_000;

export interface Beats {
  /** The next step is due now, and those after it by the period that holds then. */
  restart(): void;
  /** The number of steps that were left out since it was asked last, because the one before was not over. */
  takeLate(): number;
  /** Waits for the step under way. */
  close(): Promise<void>;
}

/** `period` is in seconds; `step` never rejects. */
export function startBeats(period: () => number, step: () => Promise<void>): Beats {
  const stop = new AbortController();
  let restarted = new AbortController();
  let late = 0;

  async function run(): Promise<void> {
    // Work that begins together is not done in the same moment.
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
      // A timer may come a moment before its time.
      const missed = Math.max(0, Math.floor((performance.now() - due) / ms));
      late += missed;
      due += (missed + 1) * ms;
    }
  }

  const running = run();
  return {
    restart: () => restarted.abort(),
    takeLate() {
      const taken = late;
      late = 0;
      return taken;
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
