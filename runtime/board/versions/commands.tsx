import type { Command } from '../../kit/command/command.ts';
import { later } from '../../kit/overlay/later.tsx';
import type { BoardSession } from '../session/boardSession.ts';

const Versions = later(async () => ({ default: (await import('./VersionsDialog.tsx')).VersionsDialog }));
export const SaveNote = later(async () => ({ default: (await import('./SaveNote.tsx')).SaveNote }));

/**
 * Returns the version commands. A saved record shows one fixed version, so these commands exist only on the live board.
 */
export function commandsVersions({ open, moment }: BoardSession): Command[] {
  if (moment.historical) return [];
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
