/** Orders boards for the list: favourites first, then folder by folder. Pure. */
import type { BoardEntry } from './boards.ts';

export interface BoardGroup {
  kind: 'favourites' | 'loose' | 'folder';
  /** The name of the folder. */
  name: string;
  boards: BoardEntry[];
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase();

/** Returns whether every word is in the name, the folder, the owner or the description. */
export function boardMatches(board: BoardEntry, name: string, words: string): boolean {
  const text = plain([name, board.folder, board.owner, board.description].filter(Boolean).join(' '));
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function boardGroups(
  boards: readonly BoardEntry[],
  words: string,
  nameOf: (board: BoardEntry) => string,
): BoardGroup[] {
  const matching = boards.filter((board) => boardMatches(board, nameOf(board), words));
  const favourites = matching.filter(({ favourite }) => favourite);
  const rest = matching.filter(({ favourite }) => !favourite);
  const loose = rest.filter(({ folder }) => !folder);
  const folders = [...new Set(rest.flatMap(({ folder }) => folder || []))].sort((a, b) => a.localeCompare(b));
  const groups: BoardGroup[] = [
    { kind: 'favourites', name: '', boards: favourites },
    { kind: 'loose', name: '', boards: loose },
    ...folders.map((name) => ({
      kind: 'folder' as const,
      name,
      boards: rest.filter(({ folder }) => folder === name),
    })),
  ];
  return groups.filter((group) => group.boards.length > 0);
}
