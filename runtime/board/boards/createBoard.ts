/** A new board with what it begins with. */
import type { Input } from '../../../generated/calls.ts';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { call } from '../../api/client.ts';

export type NewBoard = Input<'boardCreate'>['body'];

/** Its record first, then its first version; an empty board needs none. */
export async function board_create(
  stationSn: string,
  board: NewBoard,
  document: DashboardDocument | null,
  note: string,
): Promise<number> {
  const { id } = await call('boardCreate', { body: board }, { quiet: true });
  if (document)
    await call(
      'kanbanSave',
      { body: { stationSn, boardId: id, document, version: 0, note } },
      { quiet: true },
    );
  return id;
}
