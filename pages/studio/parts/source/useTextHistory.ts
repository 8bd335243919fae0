import { useRef, useState } from 'react';
import { isWriting } from '../../../../runtime/kit/browser/isWriting.ts';

const MOST_STEPS = 100;
/** Typing without a pause is a single step. */
const ONE_STEP_MS = 800;

interface Past {
  done: readonly (string | null)[];
  undone: readonly (string | null)[];
}

/** Provides undo for a draft, whichever way it is edited. Null means no draft. */
export function useTextHistory(now: string | null, put: (text: string | null) => void) {
  const [past, setPast] = useState<Past>({ done: [], undone: [] });
  const last = useRef(0);
  /** Counts changes from outside the editor, after which the text is read again. */
  const [turns, setTurns] = useState(0);

  function step(from: 'done' | 'undone', to: 'done' | 'undone'): void {
    const text = past[from].at(-1);
    if (text === undefined) return;
    setPast({ ...past, [from]: past[from].slice(0, -1), [to]: [...past[to], now] });
    last.current = 0;
    setTurns(turns + 1);
    put(text);
  }
  return {
    turns,
    canUndo: past.done.length > 0,
    canRedo: past.undone.length > 0,
    undo: () => step('done', 'undone'),
    redo: () => step('undone', 'done'),
    change(text: string | null): void {
      const at = Date.now();
      const soon = at - last.current < ONE_STEP_MS && past.done.length > 0 && past.undone.length === 0;
      const goesOn = soon && isWriting(document.activeElement);
      last.current = at;
      if (!goesOn) setPast({ done: [...past.done, now].slice(-MOST_STEPS), undone: [] });
      put(text);
    },
  };
}

export type TextHistory = ReturnType<typeof useTextHistory>;
