/** Lets a user pause work and continue it. */
export interface Pause {
  readonly isPaused: boolean;
  toggle(): void;
  /** Returns a signal that fires at the next pause. */
  next(): AbortSignal;
  /** Resolves when the work may continue, or was cancelled. */
  resumed(): Promise<void>;
}

export function createPause(cancelled: AbortSignal): Pause {
  let stop = new AbortController();
  let waiting: PromiseWithResolvers<void> | null = null;
  cancelled.addEventListener('abort', () => waiting?.resolve());
  return {
    get isPaused() {
      return waiting !== null;
    },
    toggle() {
      if (waiting) {
        waiting.resolve();
        waiting = null;
        stop = new AbortController();
      } else {
        waiting = Promise.withResolvers();
        stop.abort();
      }
    },
    next: () => stop.signal,
    resumed: async () => waiting?.promise,
  };
}
