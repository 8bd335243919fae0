import { Button, Dropdown, Input, Modal } from 'antd';
import { useState } from 'react';
import type { BoardTab } from '../../../generated/definition.ts';
import { MAX_TITLE } from '../../core/document/parse.ts';
import { useT } from '../../kit/i18n/index.ts';
import { QuestionDialog } from '../../kit/overlay/lazy.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { useBoardSession } from '../session/boardSession.ts';
import { addBoardTab, moveBoardTab, removeBoardTab, renameBoardTab, tabContent } from './tabActions.ts';

function Rename({ tab, onClose }: { tab: BoardTab; onClose(): void }) {
  const t = useT();
  const session = useBoardSession();
  const [title, setTitle] = useState(tab.title);
  const isEmpty = title.trim() === '';
  const save = () => {
    if (isEmpty) return;
    renameBoardTab(session, tab, title);
    onClose();
  };
  return (
    <Modal
      open
      width={400}
      title={t('board.tab.rename')}
      okText={t('common.save')}
      okButtonProps={{ disabled: isEmpty }}
      onOk={save}
      onCancel={onClose}
    >
      <Input
        autoFocus
        aria-label={t('board.tab.title')}
        maxLength={MAX_TITLE}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onPressEnter={save}
      />
    </Modal>
  );
}

function AskRemove({ tab, count, onClose }: { tab: BoardTab; count: number; onClose(): void }) {
  const t = useT();
  const session = useBoardSession();
  const yes = () => {
    removeBoardTab(session, tab);
    onClose();
  };
  return (
    <QuestionDialog
      title={t('board.tab.removeTitle', { title: tab.title })}
      text={[t('board.tab.removeText', { count })]}
      onClose={onClose}
      answers={[
        { label: t('common.cancel'), onClick: onClose },
        { label: t('board.removeYes'), kind: 'danger', onClick: yes },
      ]}
    />
  );
}

/** Shows the actions on the open tab, and a button for a new one, while a user edits. */
export function TabTools({ active, tabs }: { active: string; tabs: readonly BoardTab[] }) {
  const t = useT();
  const session = useBoardSession();
  const index = tabs.findIndex(({ id }) => id === active);
  const tab = tabs[index];
  if (!tab) return null;
  const { open } = session;
  const { count, locked } = tabContent(session, tab);
  const remove = () =>
    count === 0
      ? removeBoardTab(session, tab)
      : open((close) => <AskRemove tab={tab} count={count} onClose={close} />);
  const items = [
    {
      key: 'rename',
      label: t('board.tab.rename'),
      onClick: () => open((close) => <Rename tab={tab} onClose={close} />),
    },
    {
      key: 'left',
      label: t('board.tab.left'),
      disabled: index === 0,
      onClick: () => moveBoardTab(session, tab, -1),
    },
    {
      key: 'right',
      label: t('board.tab.right'),
      disabled: index === tabs.length - 1,
      onClick: () => moveBoardTab(session, tab, 1),
    },
    {
      key: 'remove',
      label: locked ? t('board.tab.removeLocked') : t('board.tab.remove'),
      danger: true,
      disabled: locked,
      onClick: remove,
    },
  ];
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button
          type="text"
          icon={<Icon name="more" size={16} />}
          aria-label={t('board.tab.more', { title: tab.title })}
        />
      </Dropdown>
      <Button
        type="text"
        icon={<Icon name="plus" size={16} />}
        aria-label={t('board.tab.add')}
        title={t('board.tab.add')}
        onClick={() => addBoardTab(session)}
      />
    </>
  );
}
