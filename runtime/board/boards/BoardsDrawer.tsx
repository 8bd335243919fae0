import '../../core/definitions/allEntities.ts';
import { Button, Drawer, Input, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { entityOf } from '../../core/definitions/entities.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useSession } from '../../kit/session/session.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { RecordDialog } from '../../record/dialog/RecordDialog.tsx';
import { useBoardView } from '../address/useBoardView.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { BoardGroups } from './BoardGroups.tsx';
import { nameBoard, renewBoards, useBoards } from './boards.ts';
import { NewBoardDialog } from './NewBoardDialog.tsx';
import { useRowActions } from './useRowActions.ts';
import './boards.css';

const WIDTH = 420;

/** Lists all boards of the station by folder, with a search, favourites, and the actions on each. */
export function BoardsDrawer({ onClose }: { onClose(): void }) {
  const t = useT();
  const { station, boardId } = useBoardSession();
  const { sn } = station;
  const { change } = useBoardView();
  const mayCreate = useSession((session) => session.can('board:create'));
  const [words, setWords] = useState('');
  const [editing, setEditing] = useState<ListRecord | null>(null);
  const [creating, setCreating] = useState(false);
  const { boards, failed } = useBoards(sn);
  useEffect(() => void renewBoards(sn), [sn]);
  const show = (id: number | null) => {
    onClose();
    change({ board: nameBoard(id), tab: null }, 'push');
  };
  const { actions, holder } = useRowActions({ onOpen: show, onEdit: setEditing });
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
      {!boards && !failed && <Skeleton active />}
      {boards && <BoardGroups boards={boards} words={words} openId={boardId} actions={actions} />}
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
