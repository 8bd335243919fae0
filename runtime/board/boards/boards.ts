/** The boards that this person may open on the station at hand. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../api/client.ts';

export type BoardEntry = Data<'boardMine'>[number];
/** In the address: the station's own board, where another one opens first. */
export const OWN_BOARD = 'own';

interface BoardsState {
  stationSn: string | null;
  /** Null until they are known. */
  boards: readonly BoardEntry[] | null;
  failed: boolean;
  load(stationSn: string): Promise<void>;
  put(stationSn: string, boards: readonly BoardEntry[]): void;
}

export const useBoardsStore = create<BoardsState>((set, get) => ({
  stationSn: null,
  boards: null,
  failed: false,
  async load(stationSn) {
    if (get().stationSn !== stationSn) set({ stationSn, boards: null, failed: false });
    try {
      get().put(stationSn, await call('boardMine', { query: { stationSn } }, { quiet: true }));
    } catch {
      if (get().stationSn === stationSn) set({ failed: true });
    }
  },
  // Another station may have been chosen on the way.
  put: (stationSn, boards) => get().stationSn === stationSn && set({ boards, failed: false }),
}));

const BOARD_ID = /^[1-9]\d{0,14}$/;

/** The board to open; undefined while that is not known yet. */
export function board_choose(
  wanted: string | null,
  boards: readonly Pick<BoardEntry, 'boardId' | 'isDefault'>[] | null,
  failed: boolean,
): number | null | undefined {
  if (wanted !== null) return BOARD_ID.test(wanted) ? Number(wanted) : null;
  if (boards === null) return failed ? null : undefined;
  return boards.find(({ isDefault }) => isDefault)?.boardId ?? null;
}

/** The board that the address names, else the one that opens first for this person. */
export function useBoardChoice(stationSn: string, wanted: string | null): number | null | undefined {
  const state = useBoardsStore();
  const { load } = state;
  useEffect(() => {
    if (stationSn) void load(stationSn);
  }, [stationSn, load]);
  const known = state.stationSn === stationSn;
  return board_choose(wanted, known ? state.boards : null, known && state.failed);
}

export function board_mark(
  stationSn: string,
  boardId: number | null,
  mark: { favourite?: boolean; isDefault?: boolean },
): Promise<void> {
  return call('boardMark', { body: { stationSn, boardId, ...mark } }).then((boards) =>
    useBoardsStore.getState().put(stationSn, boards),
  );
}
