import { BoardScreen } from './BoardScreen.tsx';
import { BoardUnready } from './BoardUnready.tsx';
import { type BoardAddress, useOpenBoard } from './useOpenBoard.ts';

/** Shows the board of one station, or its placeholder while it loads. */
export function StationBoard(address: BoardAddress) {
  const board = useOpenBoard(address);
  const isReady = board.status === 'ready' && board.session.bound.status === 'ready';
  return isReady ? <BoardScreen {...board} /> : <BoardUnready {...board} />;
}
