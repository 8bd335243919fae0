/** Tells many widgets about news a few at a time: sixty charts drawn in one frame would freeze the page. */
export interface Timers {
  set(run: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}

export const BATCH = 6;
export const BATCH_MS = 100;

export interface Stagger {
  add(ids: Iterable<string>): void;
  close(): void;
}

export function createStagger(timers: Timers, tell: (id: string) => void): Stagger {
  const waiting = new Set<string>();
  let handle: unknown = null;
  const work = () => {
    handle = null;
    const batch = [...waiting].slice(0, BATCH);
    for (const id of batch) waiting.delete(id);
    if (waiting.size > 0) handle = timers.set(work, BATCH_MS);
    for (const id of batch) tell(id);
  };
  return {
    add(ids) {
      for (const id of ids) waiting.add(id);
      if (waiting.size > 0 && handle === null) handle = timers.set(work, 0);
    },
    close() {
      waiting.clear();
      if (handle !== null) timers.clear(handle);
      handle = null;
    },
  };
}
