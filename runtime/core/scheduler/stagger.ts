/**
 * Notifies many widgets a few at a time, because sixty charts drawn in one frame would freeze the page. It draws as
 * many at once as this machine can in time. The next ones follow as soon as the last are on screen.
 */
export interface Timers {
  set(run: () => void, ms: number): unknown;
  clear(handle: unknown): void;
  /** Runs once all notified widgets are drawn. Returns a function that cancels it. */
  drawn(run: () => void): () => void;
}

/** Number of widgets notified in the first frame, and at most in one frame. */
export const PACE = { first: 4, most: 8 };
/** Longest time of a frame in ms. Users notice an unresponsive page from 50 ms on. */
const GOAL_MS = 32;

export interface Stagger {
  add(ids: Iterable<string>): void;
  close(): void;
}

/** Changes the number at most by half or double, because one slow frame may be chance. */
const shareNext = (share: number, spentMs: number): number => {
  const count = Math.round((share * GOAL_MS) / Math.max(1, spentMs));
  return Math.max(1, Math.ceil(share / 2), Math.min(PACE.most, 2 * share, count));
};

export function createStagger(timers: Timers, now: () => number, tell: (id: string) => void): Stagger {
  const waiting = new Set<string>();
  let share = PACE.first;
  let cancel: (() => void) | null = null;

  const work = (): void => {
    const start = now();
    const batch = [...waiting].slice(0, share);
    for (const id of batch) waiting.delete(id);
    cancel = timers.drawn(() => {
      cancel = null;
      if (batch.length === share) share = shareNext(share, now() - start);
      if (waiting.size > 0) work();
    });
    for (const id of batch) tell(id);
  };
  return {
    add(ids) {
      for (const id of ids) waiting.add(id);
      // The current frame is more urgent, so that the work starts after it is drawn.
      if (waiting.size > 0 && cancel === null) cancel = timers.drawn(work);
    },
    close() {
      waiting.clear();
      cancel?.();
      cancel = null;
    },
  };
}
