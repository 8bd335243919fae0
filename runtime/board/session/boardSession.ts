/** An open board for its tools: its content, its actions, and a place for dialogs. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Text } from '../../../generated/definition.ts';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import type { BoardLook } from '../address/useBoardLook.ts';
import type { BoardStore } from '../document/useBoardStore.ts';
import type { Bound } from '../live/useBinding.ts';
import type { BoardMoment, ShownWidget } from '../live/useBoardData.ts';
import type { BoardActions } from './useBoardActions.ts';

export interface BoardSession {
  station: { sn: string; simulated?: boolean | null };
  /** Null for the station's own board. */
  boardId: number | null;
  /**
   * The title of the page that shows a preset. Null if the board is not a preset. A preset has no versions and no other
   * boards.
   */
  presetTitle: Text | null;
  /** True if the board refreshes automatically. Otherwise the user refreshes it. */
  autoRefresh: boolean;
  store: BoardStore;
  scheduler: Scheduler;
  moment: BoardMoment;
  /** The state of the view: running or paused, on a desktop or a wall screen, with its address. */
  look: BoardLook;
  actions: BoardActions;
  /** The binding of the board's variables to those of the open station. */
  bound: Bound;
  /** The open tab; absent on a board without tabs. */
  tab: string | undefined;
  /** Opens a tab. Null opens the first. */
  openTab(id: string | null): void;
  /** The widgets of the document, each with its code after loading. */
  shown: readonly ShownWidget[];
  editing: boolean;
  /** True if the user may change this board now. */
  mayEdit: boolean;
  /** Announces the text to screen readers. */
  say(text: string): void;
  /** If on, also requests the data of invisible widgets, on other tabs and in closed sections. */
  watchAll(on: boolean): void;
  /** Draws a dialog over the board until it calls `close`. Only one is open at a time. */
  open(render: (close: () => void) => ReactNode): void;
}

export const BoardContext = createContext<BoardSession | null>(null);

export function useBoardSession(): BoardSession {
  const session = useContext(BoardContext);
  if (!session) throw new Error('outside of a board');
  return session;
}
