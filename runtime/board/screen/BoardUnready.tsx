import { useEffect } from 'react';
import { whenOnline } from '../../kit/browser/whenOnline.ts';
import { useT } from '../../kit/i18n/index.ts';
import { StatusPage } from '../../kit/states/StatusPage.tsx';
import { nameBoard, renewBoards } from '../boards/boards.ts';
import { BoardSkeleton } from '../preset/BoardSkeleton.tsx';
import type { OpenBoard } from './useOpenBoard.ts';

function BoardGone({ session: { station, boardId, look, store } }: OpenBoard) {
  const t = useT();
  const openOwn = () => {
    void renewBoards(station.sn);
    look.view.change({ board: nameBoard(null), tab: null });
  };
  return (
    <StatusPage
      icon="dashboard"
      title={t('board.gone')}
      text={t('board.goneText')}
      actions={[
        ...(boardId === null ? [] : [{ label: t('board.goneOwn'), primary: true, onClick: openOwn }]),
        { label: t('common.retry'), onClick: () => void store.getState().load() },
      ]}
    />
  );
}

/** Shown in place of a board that is not loaded. */
export function BoardUnready(board: OpenBoard) {
  const t = useT();
  const { status, session } = board;
  const { bound, store } = session;
  const isFailed = status === 'failed';
  useEffect(() => (isFailed ? whenOnline(() => void store.getState().load()) : undefined), [isFailed, store]);
  if (status === 'loading' || bound.status === 'loading') return <BoardSkeleton />;
  if (status === 'gone') return <BoardGone {...board} />;
  const again = () => (isFailed ? void store.getState().load() : bound.retry());
  return (
    <StatusPage
      icon="error"
      title={t('board.loadFailed')}
      text={t('board.loadFailedText')}
      alert
      actions={[{ label: t('common.retry'), primary: true, onClick: again }]}
    />
  );
}
