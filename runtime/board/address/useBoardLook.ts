/** The way in which a user views a board: its time, running or paused, on a desktop or a wall screen. */
import { useEffect, useMemo, useState } from 'react';
import { useFullScreen } from '../../kit/browser/fullScreen.ts';
import { askTheme } from '../../kit/theme/themeStore.ts';
import { type BoardViewState, useBoardView } from './useBoardView.ts';

export interface BoardLook {
  view: BoardViewState;
  /** While true, no round is requested and no pushed value is drawn. */
  paused: boolean;
  pause(on: boolean): void;
  /** True if the frame is hidden and the board fills the screen. */
  wall: boolean;
}

export function useBoardLook(): BoardLook {
  const view = useBoardView();
  const [paused, pause] = useState(false);
  const full = useFullScreen();
  const wall = full || view.kiosk !== null;
  useEffect(() => {
    if (!wall) return;
    const { dataset } = document.documentElement;
    dataset.wall = view.kiosk === null ? 'full' : 'kiosk';
    return () => {
      delete dataset.wall;
    };
  }, [wall, view.kiosk]);
  const theme = view.kiosk === null ? null : view.theme;
  useEffect(() => {
    askTheme(theme === 'light' ? 'default' : theme);
    return () => askTheme(null);
  }, [theme]);
  return useMemo(() => ({ view, paused, pause, wall }), [view, paused, wall]);
}
