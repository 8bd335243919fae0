/** An open board as its tools use it: its content, its actions, and a place for their dialogs. */
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
   * The title of the page whose preset it is, without other boards and without versions. Null if it is not a preset.
   */
  presetTitle: Text | null;
  /** True if it refreshes automatically. Otherwise the user refreshes it. */
  autoRefresh: boolean;
  store: BoardStore;
  scheduler: Scheduler;
  moment: BoardMoment;
  /** Running or paused, on a desktop or a wall screen, and its address. */
  look: BoardLook;
  actions: BoardActions;
  /** The binding of its widgets to variables here. */
  bound: Bound;
  /** The open tab; absent on a board without tabs. */
  tab: string | undefined;
  /** Opens a tab. Null opens the first. */
  openTab(id: string | null): void;
  /** The widgets of the document, each with its program once it is loaded. */
  shown: readonly ShownWidget[];
  editing: boolean;
  /** The user may change this board now. */
  mayEdit: boolean;
  /** Announces it to screen readers. */
  say(text: string): void;
  /** Also requests what is not visible: on other tabs, in folded sections. */
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
