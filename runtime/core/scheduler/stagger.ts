/**
 * Notifies many widgets a few at a time: sixty charts drawn in one frame would freeze the page. As many at once
 * as this machine draws in time, with the next ones as soon as the last are on screen.
 */
export interface Timers {
  set(run: () => void, ms: number): unknown;
  clear(handle: unknown): void;
  /** Runs once what was told so far has been drawn; answers what calls it off. */
  drawn(run: () => void): () => void;
}

/** The number of widgets that are told at first, and at most, in one frame. */
export const PACE = { first: 4, most: 8 };
/** The longest time of a frame in ms: below the 50 ms from which a page that does not answer is felt. */
const GOAL_MS = 32;

export interface Stagger {
  add(ids: Iterable<string>): void;
  close(): void;
}

/** Half as many as before, or twice as many, at most: one slow picture says little. */
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
      // Not before the picture that is being made: what it shows is more urgent.
      if (waiting.size > 0 && cancel === null) cancel = timers.drawn(work);
    },
    close() {
      waiting.clear();
      cancel?.();
      cancel = null;
    },
  };
}
