/**
 * Tells many widgets about news a few at a time: sixty charts drawn in one frame would freeze the page. As many at once
 * as this machine draws in time, with the next ones as soon as the last are on screen.
 */
export interface Timers {
  set(run: () => void, ms: number): unknown;
  clear(handle: unknown): void;
  /** Runs once what was told so far has been drawn; answers what calls it off. */
  drawn(run: () => void): () => void;
}

const FIRST = 4;
const MOST = 8;
/** Below the 50 ms from which a page that does not answer is felt. */
const GOAL_MS = 32;

export interface Stagger {
  add(ids: Iterable<string>): void;
  close(): void;
}

/** Half as many as before, or twice as many, at most: one slow picture says little. */
export const share_next = (share: number, spentMs: number): number => {
  const wanted = Math.round((share * GOAL_MS) / Math.max(1, spentMs));
  return Math.max(1, Math.ceil(share / 2), Math.min(MOST, 2 * share, wanted));
};

export function createStagger(timers: Timers, now: () => number, tell: (id: string) => void): Stagger {
  const waiting = new Set<string>();
  let share = FIRST;
  let handle: unknown = null;
  let cancel: (() => void) | null = null;

  const work = (): void => {
    handle = null;
    const start = now();
    const batch = [...waiting].slice(0, share);
    for (const id of batch) waiting.delete(id);
    cancel = timers.drawn(() => {
      cancel = null;
      if (batch.length === share) share = share_next(share, now() - start);
      if (waiting.size > 0) work();
    });
    for (const id of batch) tell(id);
  };
  return {
    add(ids) {
      for (const id of ids) waiting.add(id);
      if (waiting.size > 0 && handle === null && cancel === null) handle = timers.set(work, 0);
    },
    close() {
      waiting.clear();
      if (handle !== null) timers.clear(handle);
      cancel?.();
      handle = null;
      cancel = null;
    },
  };
}
