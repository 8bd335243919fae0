import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { BoardRow, type RowActions } from './BoardRow.tsx';
import { type BoardEntry, nameBoard } from './boards.ts';
import { boardGroups } from './groups.ts';
import { useBoardName } from './useBoardNames.ts';

interface Props {
  boards: readonly BoardEntry[];
  /** Only boards that contain these words are shown. */
  words: string;
  openId: number | null;
  actions: RowActions;
}

/** Lists the boards in their folders, favourites first. */
export function BoardGroups({ boards, words, openId, actions }: Props) {
  const t = useT();
  const nameOf = useBoardName();
  const groups = boardGroups(boards, words, nameOf);
  if (groups.length === 0) return <p className="wd-boards-none">{t('boards.none', { words })}</p>;
  return groups.map(({ kind, name, boards: entries }) => (
    <section key={`${kind} ${name}`}>
      <h3>
        <Icon name={kind === 'favourites' ? 'star' : kind === 'folder' ? 'folder' : 'dashboard'} size={14} />
        {kind === 'folder' ? name : t(`boards.group.${kind}`)}
      </h3>
      <ul>
        {entries.map((board) => (
          <BoardRow
            key={nameBoard(board.boardId)}
            board={board}
            name={nameOf(board)}
            isOpen={board.boardId === openId}
            {...actions}
          />
        ))}
      </ul>
    </section>
  ));
}
