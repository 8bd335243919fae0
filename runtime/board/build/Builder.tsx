import { Button, Dropdown, Tooltip } from 'antd';
import { ALIGNMENTS, type Alignment } from '../../core/document/align.ts';
import { alignWidgets, carryWidgets } from '../../core/document/edit.ts';
import { type TextKey, useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { BoardState } from '../document/boardStore.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { type BoardSession, useBoardSession } from '../session/boardSession.ts';
import { BoardQuestion } from './BoardQuestion.tsx';
import { copyWidgets, useClipboardKeys } from './clipboard.tsx';
import './build.css';

const selectSelected = (state: BoardState) => state.selected;
const selectDocument = (state: BoardState) => state.history.document;

interface ToolProps {
  icon: string;
  label: TextKey;
  danger?: boolean;
  onClick(): void;
}

function Tool({ icon, label, danger, onClick }: ToolProps) {
  const t = useT();
  return (
    <Tooltip title={t(label)}>
      <Button
        type="text"
        danger={danger}
        icon={<Icon name={icon} size={16} />}
        aria-label={t(label)}
        onClick={onClick}
      />
    </Tooltip>
  );
}

function Align({ session, ids }: { session: BoardSession; ids: readonly string[] }) {
  const t = useT();
  const { actions, say } = session;
  const align = (how: Alignment) => {
    const label = t(`board.align.${how}`);
    if (!actions.change('board.step.align', alignWidgets(ids, how), t('board.say.aligned', { how: label })))
      say(t('board.say.alignedAlready', { how: label }));
  };
  const items = ALIGNMENTS.map((how) => ({
    key: how,
    label: t(`board.align.${how}`),
    onClick: () => align(how),
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button type="text">{t('board.align')}</Button>
    </Dropdown>
  );
}

function Carry({ session, ids }: { session: BoardSession; ids: readonly string[] }) {
  const t = useT();
  const { tabs = [] } = useBoard(session.store, selectDocument);
  const items = tabs
    .filter(({ id }) => id !== session.tab)
    .map(({ id, title }) => ({
      key: id,
      label: title,
      onClick: () => {
        const name = session.actions.naming(ids);
        const message = t('board.say.carried', { name, title });
        if (session.actions.change('board.step.carry', carryWidgets(ids, id), message))
          session.store.getState().select([]);
      },
    }));
  if (items.length === 0) return null;
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button type="text">{t('board.carry')}</Button>
    </Dropdown>
  );
}

/** Handles the keys of the clipboard, and shows the bar of the selection, while a user edits. */
export function Builder({ covered }: { covered: boolean }) {
  const t = useT();
  const session = useBoardSession();
  const { store, actions, open } = session;
  const ids = useBoard(store, selectSelected);
  const { widgets } = useBoard(store, selectDocument);
  useClipboardKeys(session, covered);
  if (ids.length === 0) return null;
  const chosen = widgets.filter(({ id }) => ids.includes(id));
  const allLocked = chosen.every(({ locked }) => locked);
  return (
    <div className="wd-build-bar" role="toolbar" aria-label={t('board.selection')}>
      <span className="wd-build-count">{t('board.selectedCount', { count: ids.length })}</span>
      {ids.length > 1 && <Align session={session} ids={ids} />}
      <Carry session={session} ids={ids} />
      <Tool icon="copy" label="board.copy" onClick={() => void copyWidgets(session)} />
      <Tool icon="plus" label="board.duplicate" onClick={() => actions.duplicate(ids)} />
      <Tool
        icon="lock"
        label={allLocked ? 'board.widget.unlock' : 'board.widget.lock'}
        onClick={() => actions.lock(ids, !allLocked)}
      />
      <Tool
        icon="delete"
        label="board.widget.remove"
        danger
        onClick={() =>
          open((close) => (
            <BoardQuestion
              ask="remove"
              count={ids.length}
              onYes={() => actions.remove(ids)}
              onClose={close}
            />
          ))
        }
      />
      <Tool icon="close" label="board.selectNone" onClick={() => store.getState().select([])} />
    </div>
  );
}
