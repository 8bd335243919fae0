/** The commands of the open board while nothing covers it. */
import type { Command } from '../../kit/command/command.ts';
import { commandsBoards } from '../boards/commands.tsx';
import { listBuildCommands } from '../build/commands.ts';
import { listExportCommands } from '../export/commands.ts';
import type { BoardSession } from '../session/boardSession.ts';
import { commandsTransfer } from '../transfer/commands.tsx';
import { commandsVersions } from '../versions/commands.tsx';
import { commandsView } from '../view/commands.ts';

interface Abilities {
  session: BoardSession;
  /** Absent without the permission, and during editing. */
  onEdit?(): void;
  /** Present during editing. */
  editing: {
    undo: string | null;
    redo: string | null;
    onAdd(): void;
    onUndo(): void;
    onRedo(): void;
    onSave(): void;
    onCancel(): void;
  } | null;
}

export function commandsBoard({ session, onEdit, editing }: Abilities): Command[] {
  if (session.presetTitle) return [...commandsView(session), ...listExportCommands(session)];
  if (!editing) {
    const title = { zh: '编辑看板', en: 'Edit the board' };
    return [
      ...(onEdit
        ? [{ id: 'board.edit', group: 'here' as const, icon: 'edit', title, shortcut: 'e', run: onEdit }]
        : []),
      ...commandsBoards(session),
      ...commandsVersions(session),
      ...commandsView(session),
      ...listExportCommands(session),
      ...commandsTransfer(session),
    ];
  }
  const { undo, redo, onAdd, onUndo, onRedo, onSave, onCancel } = editing;
  const step = (
    id: string,
    icon: string,
    title: Command['title'],
    shortcut: string,
    run: () => void,
  ): Command => ({
    id: `board.${id}`,
    group: 'here',
    icon,
    title,
    shortcut,
    run,
  });
  return [
    step('add', 'plus', { zh: '添加组件', en: 'Add a widget' }, 'a', onAdd),
    ...(undo ? [step('undo', 'undo', { zh: '撤销', en: 'Undo' }, 'Mod+Z', onUndo)] : []),
    ...(redo
      ? [
          step('redo', 'redo', { zh: '重做', en: 'Redo' }, 'Mod+Shift+Z', onRedo),
          // The second shortcut for redo. The palette lists the command once.
          { ...step('redoOther', 'redo', { zh: '重做', en: 'Redo' }, 'Mod+Y', onRedo), hidden: true },
        ]
      : []),
    {
      ...step('save', 'check', { zh: '保存看板', en: 'Save the board' }, 'Mod+S', onSave),
      whileWriting: true,
    },
    {
      id: 'board.leave',
      group: 'here',
      icon: 'close',
      title: { zh: '结束编辑', en: 'Stop editing' },
      run: onCancel,
    },
    ...listBuildCommands(session),
    ...commandsVersions(session),
    ...commandsTransfer(session),
  ];
}
