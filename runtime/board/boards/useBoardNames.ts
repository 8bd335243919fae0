import { useT } from '../../kit/i18n/index.ts';
import type { BoardEntry } from './boards.ts';

/** Returns what a board is called; the station's own has no name of its own. */
export function useBoardName(): (board: Pick<BoardEntry, 'name'> | undefined) => string {
  const t = useT();
  return (board) => board?.name ?? t('boards.own');
}
