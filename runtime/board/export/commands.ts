/** Commands that save the board on paper, as a picture and as a workbook. */
import { createElement } from 'react';
import type { Command } from '../../kit/command/command.ts';
import type { BoardSession } from '../session/boardSession.ts';
import { PrintSheet, WorkbookDialog } from './lazy.ts';

export function listExportCommands({ open, shown }: BoardSession): Command[] {
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
    {
      id: 'board.workbook',
      group: 'here',
      icon: 'download',
      title: { zh: '导出 Excel…', en: 'Save as Excel…' },
      words: ['xlsx', 'excel', 'export', '导出', '表格'],
      run: () => open((close) => createElement(WorkbookDialog, { onClose: close })),
    },
  ];
}
