import { useState } from 'react';

const MAX_STEPS = 100;

interface Past<Drawn> {
  done: readonly Drawn[];
  now: Drawn;
  undone: readonly Drawn[];
}

/** Stores a drawing with undo and redo. */
export function useHistory<Drawn>(begun: Drawn) {
  const [past, setPast] = useState<Past<Drawn>>({ done: [], now: begun, undone: [] });
  return {
    now: past.now,
    canUndo: past.done.length > 0,
    canRedo: past.undone.length > 0,
    change: (now: Drawn) =>
      setPast(({ done, now: before }) => ({
        ...{ now, undone: [] },
        done: [...done, before].slice(-MAX_STEPS),
      })),
    undo: () =>
      setPast((all) => {
        const before = all.done.at(-1);
        if (all.done.length === 0) return all;
        return { done: all.done.slice(0, -1), now: before as Drawn, undone: [...all.undone, all.now] };
      }),
    redo: () =>
      setPast((all) => {
        const next = all.undone.at(-1);
        if (all.undone.length === 0) return all;
        return { done: [...all.done, all.now], now: next as Drawn, undone: all.undone.slice(0, -1) };
      }),
    reset: (now: Drawn) => setPast({ done: [], now, undone: [] }),
  };
}
