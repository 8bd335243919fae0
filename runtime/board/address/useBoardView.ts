/** The board's view: read from the address, and written there by the user's actions. */
import { useCallback, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type BoardView, readView, writeView } from './boardView.ts';

export interface BoardViewState extends BoardView {
  /**
   * Changes the view. A small change replaces the address. The back button undoes a change of the board or the station.
   */
  change(changes: Partial<BoardView>, how?: 'replace' | 'push'): void;
}

export function useBoardView(): BoardViewState {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const openedAt = useRef({ pathname, search, hash });
  openedAt.current = { pathname, search, hash };
  const change = useCallback<BoardViewState['change']>(
    (changes, how = 'replace') => {
      const next = writeView(openedAt.current.search, changes);
      if (next === openedAt.current.search) return;
      // Two changes in one render both apply. The second one starts from the result of the first.
      openedAt.current = { ...openedAt.current, search: next };
      void navigate(openedAt.current, { replace: how === 'replace', preventScrollReset: true });
    },
    [navigate],
  );
  return useMemo(() => ({ ...readView(search), change }), [search, change]);
}
