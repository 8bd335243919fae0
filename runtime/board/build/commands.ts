/** The builder's commands in addition to those of the toolbar. Their code is loaded when needed. */
import type { Command } from '../../kit/command/command.ts';
import type { BoardSession } from '../session/boardSession.ts';
import { chosenWidgets } from './selectedWidgets.ts';

type Title = Command['title'];

export function listBuildCommands(session: BoardSession): Command[] {
  const { actions, store, tab, openTab } = session;
  const { history, selected } = store.getState();
  const { tabs = [], widgets } = history.document;
  const command = (id: string, icon: string, title: Title, run: () => void, shortcut?: string): Command => ({
    id: `board.${id}`,
    group: 'here',
    icon,
    title,
    run,
    ...(shortcut && { shortcut }),
  });
  const clipboard = () => import('./clipboard.tsx');
  const step = (by: number) => {
    const index = tabs.findIndex(({ id }) => id === tab);
    const next = tabs[(index + by + tabs.length) % tabs.length];
    if (next) {
      openTab(next.id);
      session.say(next.title);
    }
  };
  const lock = () => {
    const ids = chosenWidgets(session);
    if (ids.length === 0) return;
    const allLocked = widgets.every(({ id, locked }) => !ids.includes(id) || locked);
    actions.lock(ids, !allLocked);
  };
  return [
    ...(selected.length > 0
      ? [
          command('copy', 'copy', { zh: '复制所选组件', en: 'Copy the selected widgets' }, () => {
            void clipboard().then(({ copyWidgets }) => copyWidgets(session));
          }),
          command('cut', 'delete', { zh: '剪切所选组件', en: 'Cut the selected widgets' }, () => {
            void clipboard().then(({ copyWidgets }) => copyWidgets(session, true));
          }),
        ]
      : []),
    command('paste', 'plus', { zh: '粘贴组件', en: 'Paste widgets' }, () => {
      void clipboard().then(({ pasteFromClipboard }) => pasteFromClipboard(session));
    }),
    command(
      'duplicate',
      'copy',
      { zh: '就地复制组件', en: 'Duplicate widgets' },
      () => {
        const ids = chosenWidgets(session);
        if (ids.length > 0) actions.duplicate(ids);
      },
      'Mod+D',
    ),
    command(
      'selectAll',
      'check',
      { zh: '全选组件', en: 'Select all widgets' },
      () => void clipboard().then(({ selectAll }) => selectAll(session)),
      'Mod+A',
    ),
    {
      ...command(
        'selectNone',
        'close',
        { zh: '取消选择', en: 'Select nothing' },
        () => store.getState().select([]),
        'Escape',
      ),
      hidden: true,
    },
    command('lock', 'lock', { zh: '锁定或解锁组件', en: 'Lock or unlock widgets' }, lock, 'l'),
    command('tabAdd', 'plus', { zh: '添加标签页', en: 'Add a tab' }, () => {
      void import('./tabActions.ts').then(({ addBoardTab }) => addBoardTab(session));
    }),
    ...(tabs.length > 1
      ? [
          command('tabNext', 'chevron', { zh: '下一个标签页', en: 'Next tab' }, () => step(1), ']'),
          command('tabBefore', 'back', { zh: '上一个标签页', en: 'Previous tab' }, () => step(-1), '['),
        ]
      : []),
  ];
}
