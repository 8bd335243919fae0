import { useT } from '../../kit/i18n/index.ts';
import type { BoardEntry } from './boards.ts';

/** Returns the name of a board. The station's own board is stored without a name. */
export function useBoardName(): (board: Pick<BoardEntry, 'name'> | undefined) => string {
  const t = useT();
  return (board) => board?.name ?? t('boards.own');
}
