/** The board's variables: read from the address, and written there by what the person does. */
import { useCallback, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type BoardView, readView, writeView } from './boardView.ts';

export interface BoardViewState extends BoardView {
  /** A small change takes the place of the address; one of another board or station can be gone back from. */
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
      // Two changes at once both count: the second one begins where the first one leads.
      openedAt.current = { ...openedAt.current, search: next };
      void navigate(openedAt.current, { replace: how === 'replace', preventScrollReset: true });
    },
    [navigate],
  );
  return useMemo(() => ({ ...readView(search), change }), [search, change]);
}
