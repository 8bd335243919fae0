/** Keyboard commands of the builder. Pure: returns the meaning of a key without executing it. */
import type { LayoutItem } from '../../../generated/definition.ts';
import type { Direction } from '../../core/document/layout.ts';
import type { KeyLike } from '../../kit/command/shortcut.ts';

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
export type WidgetCommand =
  | MoveCommand
  | { do: 'extend'; direction: Direction }
  | { do: 'configure' | 'remove' | 'toggle' | 'clear' };

const KEYS: Record<string, WidgetCommand> = {
  Enter: { do: 'configure' },
  Delete: { do: 'remove' },
  Backspace: { do: 'remove' },
  ' ': { do: 'toggle' },
  Escape: { do: 'clear' },
};

/**
 * Returns the command of a key on a focused widget. Arrow keys move it, resize it with Alt, and extend the
 * selection with Shift. The space bar selects. Null for other keys.
 */
export function widgetCommand(event: KeyLike): WidgetCommand | null {
  if (event.ctrlKey || event.metaKey) return null;
  const direction = DIRECTION[event.key];
  if (!direction) return event.altKey ? null : (KEYS[event.key] ?? null);
  if (event.altKey) return event.shiftKey ? null : { do: 'resize', direction };
  return { do: event.shiftKey ? 'extend' : 'move', direction };
}

const centre = ({ x, y, w, h }: LayoutItem) => ({ x: x + w / 2, y: y + h / 2 });

/**
 * Returns the nearest widget in a direction. Widgets straight ahead are preferred to widgets at the side.
 * Null if there is none.
 */
export function neighbour(layout: readonly LayoutItem[], id: string, direction: Direction): string | null {
  const from = layout.find(({ i }) => i === id);
  if (!from) return null;
  const [start, isFlat] = [centre(from), direction === 'left' || direction === 'right'];
  const sign = direction === 'right' || direction === 'down' ? 1 : -1;
  let best: { id: string; distance: number } | null = null;
  for (const item of layout) {
    const end = centre(item);
    const [ahead, aside] = isFlat ? [end.x - start.x, end.y - start.y] : [end.y - start.y, end.x - start.x];
    if (item.i === id || ahead * sign <= 0) continue;
    const distance = Math.abs(ahead) + 2 * Math.abs(aside);
    if (!best || distance < best.distance) best = { id: item.i, distance };
  }
  return best?.id ?? null;
}
