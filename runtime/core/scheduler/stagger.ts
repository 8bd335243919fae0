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

export interface Pace {
  /** How many are told at first, and at most, in one frame. */
  first: number;
  most: number;
  /** How long a frame may take. */
  goalMs: number;
}

/** Below the 50 ms from which a page that does not answer is felt. */
export const REFRESHING: Pace = { first: 4, most: 8, goalMs: 32 };
/** Where nothing is drawn yet nobody is at work: fewer frames, each of which has its price, end the waiting sooner. */
export const OPENING: Pace = { first: 16, most: 32, goalMs: 160 };

export interface Stagger {
  add(ids: Iterable<string>): void;
  close(): void;
}

/** Half as many as before, or twice as many, at most: one slow picture says little. */
const share_next = (share: number, spentMs: number, { most, goalMs }: Pace): number => {
  const wanted = Math.round((share * goalMs) / Math.max(1, spentMs));
  return Math.max(1, Math.ceil(share / 2), Math.min(most, 2 * share, wanted));
};

export function createStagger(
  timers: Timers,
  now: () => number,
  tell: (id: string) => void,
  pace: Pace,
): Stagger {
  const waiting = new Set<string>();
  let share = pace.first;
  let handle: unknown = null;
  let cancel: (() => void) | null = null;

  const work = (): void => {
    handle = null;
    const start = now();
    const batch = [...waiting].slice(0, share);
    for (const id of batch) waiting.delete(id);
    cancel = timers.drawn(() => {
      cancel = null;
      if (batch.length === share) share = share_next(share, now() - start, pace);
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
