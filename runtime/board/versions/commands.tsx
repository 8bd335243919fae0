import { lazy } from 'react';
import type { Command } from '../../command/command.ts';
import type { BoardSession } from '../boardSession.ts';

const Versions = lazy(async () => ({ default: (await import('./VersionsDialog.tsx')).VersionsDialog }));
export const SaveNote = lazy(async () => ({ default: (await import('./SaveNote.tsx')).SaveNote }));

export function commands_versions({ open }: BoardSession): Command[] {
  return [
    {
      id: 'board.versions',
      group: 'here',
      icon: 'history',
      title: { zh: '看板的版本历史', en: 'Versions of the board' },
      label: { zh: '版本历史', en: 'Versions' },
      shortcut: 'v',
      run: () => open((close) => <Versions onClose={close} />),
    },
  ];
}
