/** The keyboard's way through the builder (pure: what a key means, not what happens then). */
import type { Direction } from '../core/document/layout.ts';

export interface KeyLike {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const DIRECTION: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export type BoardCommand = 'undo' | 'redo' | 'save';

export function boardCommand(event: KeyLike): BoardCommand | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  if (key === 'y' && !event.shiftKey) return 'redo';
  return key === 's' && !event.shiftKey ? 'save' : null;
}

export interface MoveCommand {
  do: 'move' | 'resize';
  direction: Direction;
}
export type WidgetCommand = MoveCommand | { do: 'configure' } | { do: 'remove' };

/** On a focused widget: arrows move, with Shift they resize, Enter configures, Delete removes. */
export function widgetCommand(event: KeyLike): WidgetCommand | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const direction = DIRECTION[event.key];
  if (direction) return { do: event.shiftKey ? 'resize' : 'move', direction };
  if (event.key === 'Enter') return { do: 'configure' };
  return event.key === 'Delete' || event.key === 'Backspace' ? { do: 'remove' } : null;
}

/** While somebody writes, Ctrl+Z belongs to the text. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
