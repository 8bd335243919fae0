/** The boards that this user may open on a station. */
import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';

export type BoardEntry = Data<'boardMine'>[number];
const OWN_BOARD = 'own';

/**
 * Time in milliseconds for which an answer is fresh. All components that show the list at the same time share one
 * request.
 */
const FRESH_MS = 5_000;
const key = (stationSn: string) => ['boardMine', stationSn];

interface Boards {
  /** Null until they are loaded. */
  boards: readonly BoardEntry[] | null;
  failed: boolean;
}

/** Returns the cached boards of the station at once, and requests them again. */
export function useBoards(stationSn: string): Boards {
  const { data, isError } = useQuery(
    {
      queryKey: key(stationSn),
      queryFn: ({ signal }) => call('boardMine', { query: { stationSn } }, { quiet: true, signal }),
      enabled: stationSn !== '',
      staleTime: FRESH_MS,
      // Another window may choose another default board. It must not replace the board that the user views.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    queryClient,
  );
  return { boards: data ?? null, failed: isError && !data };
}

export const renewBoards = (stationSn: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: key(stationSn) });

/**
 * Returns a board's name in the address. The station's own board has a name too, because an address without a name
 * opens the user's default board.
 */
export const nameBoard = (boardId: number | null): string => (boardId === null ? OWN_BOARD : String(boardId));

const BOARD_ID = /^[1-9]\d{0,14}$/;

/** Returns the board to open. Undefined while it is not known yet. */
export function chooseBoard(
  preferredId: string | null,
  {
    boards,
    failed,
  }: { boards: readonly Pick<BoardEntry, 'boardId' | 'isDefault'>[] | null; failed: boolean },
): number | null | undefined {
  if (preferredId !== null) return BOARD_ID.test(preferredId) ? Number(preferredId) : null;
  if (boards === null) return failed ? null : undefined;
  return boards.find(({ isDefault }) => isDefault)?.boardId ?? null;
}

export async function markBoard(
  stationSn: string,
  boardId: number | null,
  mark: { favourite?: boolean; isDefault?: boolean },
): Promise<void> {
  const boards = await call('boardMark', { body: { stationSn, boardId, ...mark } });
  queryClient.setQueryData(key(stationSn), boards);
}
