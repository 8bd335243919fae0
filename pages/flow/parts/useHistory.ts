import { useState } from 'react';
import type { FlowNode } from '../../../generated/definition.ts';

const MAX_STEPS = 100;

interface Past {
  done: readonly FlowNode[][];
  now: FlowNode[];
  undone: readonly FlowNode[][];
}

/** A flow while it is drawn, with the way back. */
export function useHistory(begun: FlowNode[]) {
  const [past, setPast] = useState<Past>({ done: [], now: begun, undone: [] });
  return {
    flow: past.now,
    canUndo: past.done.length > 0,
    canRedo: past.undone.length > 0,
    change: (now: FlowNode[]) =>
      setPast(({ done, now: before }) => ({
        ...{ now, undone: [] },
        done: [...done, before].slice(-MAX_STEPS),
      })),
    undo: () =>
      setPast((all) => {
        const before = all.done.at(-1);
        if (!before) return all;
        return { done: all.done.slice(0, -1), now: before, undone: [...all.undone, all.now] };
      }),
    redo: () =>
      setPast((all) => {
        const next = all.undone.at(-1);
        if (!next) return all;
        return { done: [...all.done, all.now], now: next, undone: all.undone.slice(0, -1) };
      }),
    reset: (now: FlowNode[]) => setPast({ done: [], now, undone: [] }),
  };
}
