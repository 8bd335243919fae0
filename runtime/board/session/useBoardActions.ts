/** Returns the user's actions on the board. Each is one step of its history and is announced in the live region. */
import { useMemo, useRef } from 'react';
import { type BoardGround, type BoardHands, createBoardHands } from './actionContext.ts';
import { createHistoryActions, type HistoryActions } from './historyActions.ts';
import { createWidgetActions, type WidgetActions } from './widgetActions.ts';

export type BoardActions = WidgetActions &
  HistoryActions &
  Pick<BoardHands, 'naming' | 'targets' | 'full' | 'change' | 'show'>;

/** Returns the actions. They are the same objects when the user opens another tab. */
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
