import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { boardServer } from './boardServer.ts';
import { type BoardState, createBoardStore } from './boardStore.ts';
import { localDraft, noDraft } from './draft.ts';

/** The state of one board of a station, loaded when first shown; with `at` as it stood then, to be looked at. */
export function useBoardStore(
  stationSn: string,
  boardId: number | null,
  userId: number,
  moment: string | null,
) {
  const [store] = useState(() =>
    createBoardStore(
      boardServer(stationSn, boardId, moment),
      moment === null ? localDraft(userId, stationSn, boardId) : noDraft,
      Date.now,
    ),
  );
  useEffect(() => {
    // On coming back to a kept-alive page: what others saved meanwhile, unless something is being edited here.
    if (!store.getState().editing) void store.getState().load();
  }, [store]);
  return store;
}

export type BoardStore = ReturnType<typeof useBoardStore>;

export function useBoard<T>(store: BoardStore, select: (state: BoardState) => T): T {
  return useStore(store, select);
}
