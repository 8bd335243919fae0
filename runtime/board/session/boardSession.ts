/** An open board as its tools see it: what is shown, what can be done, and a place for their dialogs. */
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
  /** Null: the station's own board. */
  boardId: number | null;
  /** Titles the page that it is the preset of, without other boards beside it or versions of it; null: it is no preset. */
  presetTitle: Text | null;
  /** True: it refreshes automatically. Otherwise the user refreshes it. */
  autoRefresh: boolean;
  store: BoardStore;
  scheduler: Scheduler;
  moment: BoardMoment;
  /** Running or held, on a desk or on a wall, and the address that says so. */
  look: BoardLook;
  actions: BoardActions;
  /** Describes the variables of its widgets here. */
  bound: Bound;
  /** The open tab; absent on a board without tabs. */
  tab: string | undefined;
  /** Null: the first. */
  openTab(id: string | null): void;
  /** The widgets of the document, each with its program where that has arrived. */
  shown: readonly ShownWidget[];
  editing: boolean;
  /** This person may change this board now. */
  mayEdit: boolean;
  /** Announces it to screen readers. */
  say(text: string): void;
  /** Asks also for what is out of sight: on other tabs, in folded sections. */
  watchAll(on: boolean): void;
  /** Draws a dialog over the board until it calls `close`; one at a time. */
  open(render: (close: () => void) => ReactNode): void;
}

export const BoardContext = createContext<BoardSession | null>(null);

export function useBoardSession(): BoardSession {
  const session = useContext(BoardContext);
  if (!session) throw new Error('outside of a board');
  return session;
}
