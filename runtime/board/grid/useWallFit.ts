import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { LayoutItem } from '../../../generated/definition.ts';
import { ROW_HEIGHT } from '../../core/document/layout.ts';
import { type WallFit, wallFit } from './wallFit.ts';

const NO_FIT: WallFit = { zoom: 1, rowHeight: ROW_HEIGHT };

/** Returns the free space from the top of the board to the lower edge of the screen. */
function roomOf(board: HTMLElement): { width: number; height: number } {
  const main = board.closest('main') ?? document.documentElement;
  const margin = Number.parseFloat(getComputedStyle(board.parentElement ?? board).paddingBottom) || 0;
  const outer = board.parentElement?.getBoundingClientRect();
  const top = board.getBoundingClientRect().top + main.scrollTop;
  return {
    width: (outer?.width ?? main.clientWidth) - 2 * margin,
    height: main.getBoundingClientRect().bottom - top - margin,
  };
}

/** Returns how a board is scaled to fill a wall screen. Other screens do not scale the board. */
export function useWallFit(
  board: RefObject<HTMLElement | null>,
  wall: boolean,
  layout: readonly LayoutItem[],
): WallFit {
  const [room, setRoom] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const element = board.current;
    const main = element?.closest('main');
    if (!wall || !element || !main) {
      setRoom(null);
      return;
    }
    const measure = () => setRoom(roomOf(element));
    const observer = new ResizeObserver(measure);
    observer.observe(main);
    measure();
    return () => observer.disconnect();
  }, [board, wall]);
  const rows = layout.reduce((most, { y, h }) => Math.max(most, y + h), 0);
  return useMemo(() => (room ? wallFit(rows, room.width, room.height) : NO_FIT), [rows, room]);
}
