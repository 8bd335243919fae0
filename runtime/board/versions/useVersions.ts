/** Loads the saved versions of a board, and their content. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Data } from '../../../generated/calls.ts';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { emptyDocument, parseDocument } from '../../core/document/parse.ts';
import { ApiError, call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { boardQueryOf } from '../document/boardServer.ts';
import type { BoardSession } from '../session/boardSession.ts';

export type BoardVersion = Data<'kanbanVersions'>['records'][number];
export type BoardRef = Pick<BoardSession, 'station' | 'boardId'>;

const PAGE = 20;
const NOT_FOUND = 404;

export function useVersions({ station, boardId }: BoardRef, current: number) {
  return useInfiniteQuery(
    {
      queryKey: ['boardVersions', station.sn, boardId, current],
      initialPageParam: 1,
      queryFn: ({ pageParam, signal }) =>
        call(
          'kanbanVersions',
          {
            path: { stationSn: station.sn },
            query: { ...boardQueryOf(boardId), current: pageParam, size: PAGE },
          },
          { quiet: true, signal },
        ),
      getNextPageParam: ({ current: page, size, total }) => (page * size < total ? page + 1 : undefined),
    },
    queryClient,
  );
}

/** Loads a version. Version 0 is the empty board. Null for a deleted version. */
async function loadVersion(
  { station, boardId }: BoardRef,
  version: number,
  signal: AbortSignal,
): Promise<DashboardDocument | null> {
  if (version === 0) return emptyDocument();
  const path = { stationSn: station.sn, version };
  try {
    const saved = await call(
      'kanbanVersion',
      { path, query: boardQueryOf(boardId) },
      { quiet: true, signal },
    );
    return parseDocument(saved.document).document;
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return null;
    throw error;
  }
}

export function useVersion(ref: BoardRef, version: number | null) {
  return useQuery(
    {
      queryKey: ['boardVersion', ref.station.sn, ref.boardId, version],
      queryFn: ({ signal }) => loadVersion(ref, version ?? 0, signal),
      enabled: version !== null,
      // A saved version never changes.
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
}
