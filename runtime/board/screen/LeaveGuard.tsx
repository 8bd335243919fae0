import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useBlocker } from 'react-router';
import { useT } from '../../kit/i18n/index.ts';
import { QuestionDialog } from '../../kit/overlay/lazy.ts';
import { readView } from '../address/boardView.ts';
import { isDirty } from '../document/boardFacts.ts';
import { type BoardStore, useBoard } from '../document/useBoardStore.ts';

interface Props {
  store: BoardStore;
  onSave(): Promise<void>;
}

/** Returns the screen of an address. Tab and range are not part of it. */
function screenOf({ pathname, search }: { pathname: string; search: string }): string {
  const { station, board, record } = readView(search);
  return [pathname, station, board, record].join(' ');
}

function RouteGuard({ store, onSave }: Props) {
  const t = useT();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => screenOf(currentLocation) !== screenOf(nextLocation),
  );
  if (blocker.state !== 'blocked') return null;
  const saveAndLeave = async () => {
    await onSave();
    if (isDirty(store.getState())) blocker.reset();
    else blocker.proceed();
  };
  const stay = () => blocker.reset();
  return (
    <QuestionDialog
      title={t('board.leaveTitle')}
      text={[t('board.leaveText')]}
      onClose={stay}
      answers={[
        { label: t('board.keepEditing'), onClick: stay },
        { label: t('board.leaveKeep'), onClick: () => blocker.proceed() },
        { label: t('board.leaveSave'), kind: 'primary', onClick: () => void saveAndLeave() },
      ]}
    />
  );
}

/** Warns before a link or the closing window discards unsaved edits. */
export function LeaveGuard({ store, onSave }: Props) {
  const dirty = useBoard(store, isDirty);
  const inRouter = useContext(DataRouterContext) !== null;
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
  return dirty && inRouter ? <RouteGuard store={store} onSave={onSave} /> : null;
}
