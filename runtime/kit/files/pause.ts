/** Lets a user pause work and continue it. */
export interface Pause {
  readonly isPaused: boolean;
  toggle(): void;
  /** Fires at the next pause. */
  next(): AbortSignal;
  /** Resolves while the work is not paused, and when it was cancelled. */
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
