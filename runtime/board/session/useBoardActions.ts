/**
 * Returns the user's actions on the board. Each action is one step of the history and is announced to screen readers.
 */
import { useMemo, useRef } from 'react';
import { type BoardGround, type BoardHands, createBoardHands } from './actionContext.ts';
import { createHistoryActions, type HistoryActions } from './historyActions.ts';
import { createWidgetActions, type WidgetActions } from './widgetActions.ts';

export type BoardActions = WidgetActions &
  HistoryActions &
  Pick<BoardHands, 'naming' | 'targets' | 'full' | 'change' | 'show'>;

/** Returns the actions. They remain the same objects when another tab opens. */
export function useBoardActions(ground: Omit<BoardGround, 'tab'>, tab: string | undefined): BoardActions {
  const { store, words, t, say } = ground;
  const open = useRef(tab);
  open.current = tab;
  return useMemo(() => {
    const here = { store, words, t, say, tab: () => open.current };
    const hands = createBoardHands(here);
    const { naming, targets, full, change, show } = hands;
    return {
      ...{ naming, targets, full, change, show },
      ...createWidgetActions(here, hands),
      ...createHistoryActions(here),
    };
  }, [store, words, t, say]);
}
