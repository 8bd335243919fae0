/**
 * Notifies many widgets in small groups, because rendering sixty charts in one frame would freeze the page. The size of
 * a group adapts to the speed of the machine. The next group follows after the previous one is on screen.
 */
export interface Timers {
  set(run: () => void, ms: number): unknown;
  clear(handle: unknown): void;
  /** Runs after all notified widgets are rendered. Returns a function that cancels it. */
  drawn(run: () => void): () => void;
}

/** Number of widgets in the first group, and the maximum per group. */
export const PACE = { first: 4, most: 8 };
/** Target duration of a frame in ms. Users notice delays from 50 ms. */
const GOAL_MS = 32;

export interface Stagger {
  add(ids: Iterable<string>): void;
  close(): void;
}

/** Changes the group size at most by a factor of two, because a single slow frame may be accidental. */
const shareNext = (share: number, spentMs: number): number => {
  const count = Math.round((share * GOAL_MS) / Math.max(1, spentMs));
  return Math.max(1, Math.ceil(share / 2), Math.min(PACE.most, 2 * share, count));
};

export function createStagger(timers: Timers, now: () => number, notify: (id: string) => void): Stagger {
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
    for (const id of batch) notify(id);
  };
  return {
    add(ids) {
      for (const id of ids) waiting.add(id);
      // The current frame has priority, so the work starts after it.
      if (waiting.size > 0 && cancel === null) cancel = timers.drawn(work);
    },
    close() {
      waiting.clear();
      cancel?.();
      cancel = null;
    },
  };
}
