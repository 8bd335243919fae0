import { useEffect } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { widgetsOn } from '../../core/document/tabs.ts';
import type { BoardState } from '../document/boardStore.ts';
import { type BoardStore, useBoard } from '../document/useBoardStore.ts';

const selectSelected = (state: BoardState) => state.selected;

/**
 * Returns the selection on the open tab. Widgets of other tabs are deselected, so that no command changes invisible
 * widgets.
 */
export function useSelection(
  store: BoardStore,
  document: DashboardDocument,
  tab: string | undefined,
): readonly string[] {
  const selected = useBoard(store, selectSelected);
  useEffect(() => {
    if (selected.length === 0) return;
    const here = new Set(widgetsOn(document, tab).map(({ id }) => id));
    const remaining = selected.filter((id) => here.has(id));
    if (remaining.length < selected.length) store.getState().select(remaining);
  }, [store, selected, document, tab]);
  return selected;
}
