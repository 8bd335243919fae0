import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { boardServer } from './boardServer.ts';
import { type BoardServer, type BoardState, createBoardStore } from './boardStore.ts';
import { localDraft, noDraft } from './draft.ts';

interface BoardOptions {
  stationSn: string;
  boardId: number | null;
  userId: number;
  /** The instant of a historical state of the board. Null for the current state. */
  moment: string | null;
  /** Replaces the board's server with fixed, read-only content. */
  fixed: BoardServer | null;
}

/** Returns the state of one board of a station, loaded when first shown. */
export function useBoardStore({ stationSn, boardId, userId, moment, fixed }: BoardOptions) {
  const [store] = useState(() =>
    createBoardStore(
      fixed ?? boardServer(stationSn, boardId, moment),
      fixed === null && moment === null ? localDraft(userId, stationSn, boardId) : noDraft,
      Date.now,
    ),
  );
  useEffect(() => {
    // A return to a kept-alive page loads other users' changes, if this page has no unsaved edits.
    if (!store.getState().editing) void store.getState().load();
  }, [store]);
  return store;
}

export type BoardStore = ReturnType<typeof useBoardStore>;

export function useBoard<T>(store: BoardStore, select: (state: BoardState) => T): T {
  return useStore(store, select);
}
