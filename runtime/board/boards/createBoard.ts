/** Creates a new board with its initial content. */
import type { Input } from '../../../generated/calls.ts';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { call } from '../../kit/api/client.ts';

export type NewBoard = Input<'boardCreate'>['body'];

/**
 * Creates the board's record first, then its first version. An empty board needs no version. A board without its
 * content is deleted again.
 */
export async function createBoard(
  stationSn: string,
  board: NewBoard,
  document: DashboardDocument | null,
  note: string,
): Promise<number> {
  const { id } = await call('boardCreate', { body: board }, { quiet: true });
  if (!document) return id;
  try {
    const body = { stationSn, boardId: id, document, version: 0, note };
    await call('kanbanSave', { body }, { quiet: true });
  } catch (error) {
    // A failed creation deletes the empty board. The next attempt creates a new one.
    await call('boardDelete', { path: { id } }, { quiet: true }).catch(() => {});
    throw error;
  }
  return id;
}
