import type { Command } from '../../kit/command/command.ts';
import { later } from '../../kit/overlay/later.tsx';
import { useSession } from '../../kit/session/session.ts';
import type { BoardSession } from '../session/boardSession.ts';

const Boards = later(async () => ({ default: (await import('./BoardsDrawer.tsx')).BoardsDrawer }));
const Template = later(async () => ({ default: (await import('./TemplateDialog.tsx')).TemplateDialog }));
const Share = later(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));

export function commandsBoards({ open }: BoardSession): Command[] {
  const { can } = useSession.getState();
  const commands: (Command & { allowed: boolean })[] = [
    {
      id: 'board.switch',
      group: 'here',
      icon: 'dashboard',
      title: { zh: '切换看板', en: 'Switch the board' },
      shortcut: 'b',
      allowed: true,
      run: () => open((close) => <Boards onClose={close} />),
    },
    {
      id: 'board.template',
      group: 'here',
      icon: 'copy',
      title: { zh: '把看板用于其他站点', en: 'Use the board on another station' },
      label: { zh: '用于其他站点', en: 'Use on another station' },
      allowed: can('board:create'),
      run: () => open((close) => <Template onClose={close} />),
    },
    {
      id: 'board.share',
      group: 'here',
      icon: 'link',
      title: { zh: '看板的分享链接', en: 'Links to the board' },
      label: { zh: '分享链接', en: 'Share by link' },
      allowed: can('kanban:share'),
      run: () => open((close) => <Share onClose={close} />),
    },
  ];
  return commands.filter(({ allowed }) => allowed).map(({ allowed: _allowed, ...command }) => command);
}
