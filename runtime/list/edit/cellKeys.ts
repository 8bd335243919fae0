/** Returns the meaning of a key in a cell, and in its open control. */
import type { Move } from './editState.ts';

/** `leaves`: at the edge of the table the browser handles the key. */
export type CellStep =
  | { does: 'move'; move: Move; leaves: boolean }
  | { does: 'open' }
  | { does: 'clear' }
  | { does: 'finish'; keep: boolean; move?: Move };

interface Key {
  key: string;
  shiftKey: boolean;
}

const ARROWS: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

const tabMove = ({ shiftKey }: Key): Move => (shiftKey ? 'back' : 'next');

/** Returns null for a key without effect. `open`: the cell can be changed. */
export function readCellKey(pressed: Key, open: boolean): CellStep | null {
  const { key } = pressed;
  const arrow = ARROWS[key];
  if (arrow) return { does: 'move', move: arrow, leaves: false };
  if (key === 'Tab') return { does: 'move', move: tabMove(pressed), leaves: true };
  if (!open) return null;
  if (key === 'Enter' || key === 'F2') return { does: 'open' };
  return key === 'Delete' || key === 'Backspace' ? { does: 'clear' } : null;
}

/**
 * Returns the step of a key in a control. If the control's list of options is open (`listed`), it handles Enter itself.
 */
export function readControlKey(pressed: Key, listed: boolean): CellStep | null {
  const { key } = pressed;
  if (key === 'Escape') return { does: 'finish', keep: false };
  if (key === 'Enter' && !listed) return { does: 'finish', keep: true, move: 'down' };
  return key === 'Tab' ? { does: 'finish', keep: true, move: tabMove(pressed) } : null;
}
