import { call } from '../../kit/api/client.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { useBoardSession } from '../session/boardSession.ts';
import type { RowActions } from './BoardRow.tsx';
import { type BoardEntry, markBoard, renewBoards } from './boards.ts';
import { useBoardName } from './useBoardNames.ts';

interface RowActionOptions {
  onOpen(boardId: number | null): void;
  onEdit(record: ListRecord): void;
}

/** Returns the actions on a board of the list. `holder` asks for confirmation before a board is deleted. */
export function useRowActions({ onOpen, onEdit }: RowActionOptions) {
  const t = useT();
  const { station, boardId: openId, say } = useBoardSession();
  const nameOf = useBoardName();
  const { ask, holder } = useDangerAsk();
  const { sn } = station;
  async function remove({ boardId: id }: BoardEntry): Promise<void> {
    await call('boardDelete', { path: { id: id! } }, { quiet: true });
    await renewBoards(sn);
    if (id === openId) onOpen(null);
  }
  const actions: RowActions = {
    onOpen: ({ boardId }) => onOpen(boardId),
    onMark: (board, mark) => {
      markBoard(sn, board.boardId, mark).then(
        () => say(t('boards.marked', { name: nameOf(board) })),
        () => undefined,
      );
    },
    onEdit: ({ boardId: id }) => {
      call('boardGet', { path: { id: id! } }).then(
        (record) => onEdit(record as unknown as ListRecord),
        () => undefined,
      );
    },
    onDelete: (board) =>
      ask({
        title: t('boards.deleteTitle', { name: nameOf(board) }),
        content: t('boards.deleteText'),
        run: () => remove(board).catch(notifyFailure),
      }),
  };
  return { actions, holder };
}
