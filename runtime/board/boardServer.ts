/** The board's calls: C764, C765 and the one question of a round. */
import { ApiError, call } from '../api/client.ts';
import type { SchedulerOptions } from '../core/scheduler/scheduler.ts';
import { BoardConflict, type BoardServer, type SavedBoard } from './boardStore.ts';

const CONFLICT = 409;

const isSaved = (value: unknown): value is SavedBoard =>
  typeof value === 'object' && value !== null && 'document' in value && 'version' in value;

/** The query that names a board beside the station's own. */
export const boardQueryOf = (boardId: number | null) => (boardId === null ? {} : { boardId });

export function boardServer(stationSn: string, boardId: number | null): BoardServer {
  const which = boardQueryOf(boardId);
  return {
    load: () => call('kanbanGet', { path: { stationSn }, query: which }, { quiet: true }),
    async save(document, version, note) {
      try {
        const body = { stationSn, ...which, document, version, ...(note && { note }) };
        return await call('kanbanSave', { body }, { quiet: true });
      } catch (error) {
        if (error instanceof ApiError && error.status === CONFLICT && isSaved(error.data)) {
          throw new BoardConflict(error.data);
        }
        throw error;
      }
    },
  };
}

export const board_ask =
  (stationSn: string): SchedulerOptions['ask'] =>
  async (needs, signal) =>
    (await call('boardQuery', { body: { stationSn, needs } }, { quiet: true, signal })).results;
