/** Commands that pause the board, show it full-screen or on a wall screen, or show a past month. */
import { createElement } from 'react';
import { fullScreenCan, setFullScreen } from '../../kit/browser/fullScreen.ts';
import type { Command } from '../../kit/command/command.ts';
import type { BoardSession } from '../session/boardSession.ts';
import { KioskDialog, MonthDialog } from './lazy.ts';

export function commandsView({ moment, look, editing, open, autoRefresh }: BoardSession): Command[] {
  if (editing) return [];
  const { paused, pause, view, wall } = look;
  const full = document.fullscreenElement !== null;
  const pauseCommand: Command = {
    id: 'board.pause',
    group: 'here',
    icon: paused ? 'play' : 'pause',
    title: paused ? { zh: '继续刷新', en: 'Resume' } : { zh: '暂停刷新', en: 'Pause' },
    words: ['pause', 'resume', 'freeze', 'live'],
    shortcut: 'p',
    run: () => pause(!paused),
  };
  const record: Command = moment.historical
    ? {
        id: 'board.leaveRecord',
        group: 'here',
        icon: 'back',
        title: { zh: '返回实时看板', en: 'Back to the live board' },
        run: () => view.change({ record: null }, 'push'),
      }
    : {
        id: 'board.record',
        group: 'here',
        icon: 'history',
        title: { zh: '历史快照…', en: 'Snapshot…' },
        words: ['record', 'month', 'history'],
        run: () => open((close) => createElement(MonthDialog, { onClose: close })),
      };
  return [
    ...(moment.historical || !autoRefresh ? [] : [pauseCommand]),
    ...(fullScreenCan()
      ? [
          {
            id: 'board.full',
            group: 'here' as const,
            icon: 'fullScreen',
            title: full ? { zh: '退出全屏', en: 'Leave full screen' } : { zh: '全屏', en: 'Full screen' },
            shortcut: 'f',
            run: () => void setFullScreen(!full),
          },
        ]
      : []),
    view.kiosk === null
      ? {
          id: 'board.kiosk',
          group: 'here',
          icon: 'sidebar',
          title: { zh: '大屏模式…', en: 'Kiosk mode…' },
          words: ['wall', 'screen', 'rotation', 'tv', '轮播'],
          run: () => open((close) => createElement(KioskDialog, { onClose: close })),
        }
      : {
          id: 'board.leaveKiosk',
          group: 'here',
          icon: 'close',
          title: { zh: '退出大屏模式', en: 'Leave kiosk mode' },
          shortcut: 'Escape',
          run: () => {
            view.change({ kiosk: null });
            if (wall) void setFullScreen(false);
          },
        },
    record,
  ];
}
