import { Button } from 'antd';
import { useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { useBoardSession } from '../session/boardSession.ts';
import { useBoards } from './boards.ts';
import { useBoardName } from './useBoardNames.ts';

const Boards = later(async () => ({ default: (await import('./BoardsDrawer.tsx')).BoardsDrawer }));

/** Shows the name of the displayed board, and opens the list of the station's other boards. */
export function BoardSwitch() {
  const t = useT();
  const { station, boardId, open } = useBoardSession();
  const { boards } = useBoards(station.sn);
  const nameOf = useBoardName();
  const board = boards?.find((board) => board.boardId === boardId);
  const name = boardId !== null && !board ? t('boards.unnamed') : nameOf(board);
  return (
    <Button
      type="text"
      className="wd-board-switch"
      icon={<Icon name="dashboard" size={16} />}
      aria-label={t('boards.switch', { name })}
      aria-haspopup="dialog"
      onClick={() => open((close) => <Boards onClose={close} />)}
    >
      <span className="wd-ellipsis">{name}</span>
    </Button>
  );
}
