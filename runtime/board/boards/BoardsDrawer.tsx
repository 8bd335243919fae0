import { Button, Drawer, Input, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { entityOf } from '../../core/definitions/entities.ts';
import { call } from '../../kit/api/client.ts';
import { tellFailure } from '../../kit/api/failure.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { useSession } from '../../kit/session/session.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { RecordDialog } from '../../record/dialog/RecordDialog.tsx';
import { useBoardView } from '../address/useBoardView.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { BoardRow, type RowActions } from './BoardRow.tsx';
import { type BoardEntry, boardNamed, markBoard, renewBoards, useBoards } from './boards.ts';
import { boardGroups } from './groups.ts';
import { NewBoardDialog } from './NewBoardDialog.tsx';
import { useBoardName } from './useBoardNames.ts';
import './boards.css';

const WIDTH = 420;

/** All boards of the station: found by a word, kept in folders, starred; and what can be done with each. */
export function BoardsDrawer({ onClose }: { onClose(): void }) {
  const t = useT();
  const { station, boardId, say } = useBoardSession();
  const { change } = useBoardView();
  const mayCreate = useSession((session) => session.can('board:create'));
  const nameOf = useBoardName();
  const [words, setWords] = useState('');
  const [editing, setEditing] = useState<ListRecord | null>(null);
  const [creating, setCreating] = useState(false);
  const { ask, holder } = useDangerAsk();
  const { sn } = station;
  const { boards, failed } = useBoards(sn);
  useEffect(() => void renewBoards(sn), [sn]);

  const show = (id: number | null) => {
    onClose();
    change({ board: boardNamed(id), tab: null }, 'push');
  };
  const actions: RowActions = {
    onOpen: (board) => show(board.boardId),
    onMark: (board, mark) => {
      markBoard(sn, board.boardId, mark).then(
        () => say(t('boards.marked', { name: nameOf(board) })),
        () => undefined,
      );
    },
    onEdit: ({ boardId: id }) => {
      call('boardGet', { path: { id: id! } }).then(
        (record) => setEditing(record as unknown as ListRecord),
        () => undefined,
      );
    },
    onDelete: (board) =>
      ask({
        title: t('boards.deleteTitle', { name: nameOf(board) }),
        content: t('boards.deleteText'),
        run: () => remove(board).catch(tellFailure),
      }),
  };
  async function remove({ boardId: id }: BoardEntry): Promise<void> {
    await call('boardDelete', { path: { id: id! } }, { quiet: true });
    await renewBoards(sn);
    if (id === boardId) show(null);
  }

  const groups = boards && boardGroups(boards, words, nameOf);
  return (
    <Drawer
      open
      placement="left"
      size={WIDTH}
      className="wd-boards"
      title={t('boards.title')}
      onClose={onClose}
      extra={
        mayCreate && (
          <Button icon={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
            {t('boards.new')}
          </Button>
        )
      }
    >
      {holder}
      <Input
        autoFocus
        allowClear
        prefix={<Icon name="search" size={16} />}
        aria-label={t('boards.search')}
        placeholder={t('boards.search')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {failed && <LoadFailed title={t('boards.failed')} onRetry={() => void renewBoards(sn)} />}
      {!groups && !failed && <Skeleton active />}
      {groups?.length === 0 && <p className="wd-boards-none">{t('boards.none', { words })}</p>}
      {groups?.map(({ kind, name, boards: entries }) => (
        <section key={`${kind} ${name}`}>
          <h3>
            <Icon
              name={kind === 'favourites' ? 'star' : kind === 'folder' ? 'folder' : 'dashboard'}
              size={14}
            />
            {kind === 'folder' ? name : t(`boards.group.${kind}`)}
          </h3>
          <ul>
            {entries.map((board) => (
              <BoardRow
                key={boardNamed(board.boardId)}
                board={board}
                name={nameOf(board)}
                isOpen={board.boardId === boardId}
                {...actions}
              />
            ))}
          </ul>
        </section>
      ))}
      {editing && (
        <RecordDialog
          entity={entityOf('board')}
          record={editing}
          onClose={() => setEditing(null)}
          onSaved={() => void renewBoards(sn)}
        />
      )}
      {creating && <NewBoardDialog onClose={() => setCreating(false)} onCreated={show} />}
    </Drawer>
  );
}
