/** The board on paper and as a picture. */
import { createElement } from 'react';
import type { Command } from '../../kit/command/command.ts';
import type { BoardSession } from '../session/boardSession.ts';
import { PrintSheet } from './lazy.ts';

export function commandsExport({ open, shown }: BoardSession): Command[] {
  if (shown.length === 0) return [];
  return [
    {
      id: 'board.print',
      group: 'here',
      icon: 'print',
      title: { zh: '打印 / 导出 PDF、PNG…', en: 'Print, save as PDF or PNG…' },
      words: ['pdf', 'png', 'export', '导出', '打印'],
      run: () => open((close) => createElement(PrintSheet, { onClose: close })),
    },
  ];
}
