/** A new board with what it begins with. */
import type { Input } from '../../../generated/calls.ts';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { call } from '../../kit/api/client.ts';

export type NewBoard = Input<'boardCreate'>['body'];

/** Its record first, then its first version; an empty board needs none. A board that could not be filled is gone again. */
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
    // A failed creation leaves no empty board behind. The next try makes a new one.
    await call('boardDelete', { path: { id } }, { quiet: true }).catch(() => {});
    throw error;
  }
  return id;
}
