/** Creates a new board with its initial content. */
import type { Input } from '../../../generated/calls.ts';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { call } from '../../kit/api/client.ts';

export type NewBoard = Input<'boardCreate'>['body'];

/**
 * Creates its record first, then its first version, which an empty board does not need. A board that could not be
 * filled is deleted again.
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
    // A failed creation leaves no empty board behind. The next attempt creates a new one.
    await call('boardDelete', { path: { id } }, { quiet: true }).catch(() => {});
    throw error;
  }
  return id;
}
