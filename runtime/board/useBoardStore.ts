import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { boardServer } from './boardServer.ts';
import { type BoardState, createBoardStore } from './boardStore.ts';
import { localDraft } from './draft.ts';

/** The board's state of one station, loaded when first shown. */
export function useBoardStore(stationSn: string, userId: number) {
  const [store] = useState(() =>
    createBoardStore(boardServer(stationSn), localDraft(userId, stationSn), Date.now),
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
