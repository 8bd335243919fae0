/** The board's calls: C764, C765 and the one request of a refresh. */

import type { SchedulerOptions } from '../../core/scheduler/scheduler.ts';
import { ApiError, call } from '../../kit/api/client.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import type { SavedBoard } from './boardFacts.ts';
import { BoardConflict, type BoardServer } from './boardStore.ts';

const CONFLICT = 409;

const isSaved = (value: unknown): value is SavedBoard =>
  typeof value === 'object' && value !== null && 'document' in value && 'version' in value;

/** Returns the query that names a board other than the station's own. */
export const boardQueryOf = (boardId: number | null) => (boardId === null ? {} : { boardId });

/** Milliseconds for which a prefetched answer for the board counts as fresh. A later load requests it again. */
const FRESH_MS = 1_000;

/** Returns the query of the board. With `moment` it reads the version of that time. */
const boardQuestion = (stationSn: string, boardId: number | null, moment: string | null) => ({
  queryKey: ['board', stationSn, boardId, moment],
  queryFn: () => {
    const query = { ...boardQueryOf(boardId), ...(moment !== null && { at: moment }) };
    return call('kanbanGet', { path: { stationSn }, query }, { quiet: true });
  },
  staleTime: FRESH_MS,
  retry: false,
});

export const prefetchBoard = (stationSn: string, boardId: number | null, moment: string | null): void =>
  void queryClient.prefetchQuery(boardQuestion(stationSn, boardId, moment));

export function boardServer(stationSn: string, boardId: number | null, moment: string | null): BoardServer {
  const which = boardQueryOf(boardId);
  const question = boardQuestion(stationSn, boardId, moment);
  let staleTime = FRESH_MS;
  return {
    known: () => queryClient.getQueryData<SavedBoard>(question.queryKey) ?? null,
    async load() {
      try {
        return await queryClient.fetchQuery({ ...question, staleTime });
      } catch (error) {
        // The user may have lost access. The cached answer must not be shown again.
        queryClient.removeQueries({ queryKey: question.queryKey });
        throw error;
      } finally {
        staleTime = 0;
      }
    },
    async save(document, version, note) {
      try {
        const body = { stationSn, ...which, document, version, ...(note && { note }) };
        const saved = await call('kanbanSave', { body }, { quiet: true });
        queryClient.setQueryData(question.queryKey, saved);
        return saved;
      } catch (error) {
        if (error instanceof ApiError && error.status === CONFLICT && isSaved(error.data)) {
          throw new BoardConflict(error.data);
        }
        throw error;
      }
    },
  };
}

export const askBoard =
  (stationSn: string): SchedulerOptions['ask'] =>
  async (needs, signal) =>
    (await call('boardQuery', { body: { stationSn, needs } }, { quiet: true, signal })).results;
