/** The keyboard's way through the builder (pure: what a key means, not what happens then). */
import type { KeyLike } from '../command/shortcut.ts';
import type { Direction } from '../core/document/layout.ts';

const DIRECTION: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

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
