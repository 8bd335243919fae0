import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { SPACE_STEP } from '../../kit/theme/tokens.ts';

export interface Drag {
  name: string;
  /** The name of the element at the drop position. */
  target: string | null;
  side: 'before' | 'behind';
}

/** The attribute with the names of draggable elements. */
const NAME = 'data-drag';
/** A shorter movement is a click. */
const THRESHOLD = SPACE_STEP;

function landing(axis: 'x' | 'y', scope: Element, x: number, y: number): Omit<Drag, 'name'> {
  const element = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest(`[${NAME}]`))
    .find((item) => item && scope.contains(item));
  if (!element) return { target: null, side: 'before' };
  const box = element.getBoundingClientRect();
  const half = axis === 'x' ? x - box.left > box.width / 2 : y - box.top > box.height / 2;
  return { target: element.getAttribute(NAME), side: half ? 'behind' : 'before' };
}

/**
 * Reorders elements by pointer. `begin` is their pointer handler. `drag` contains the dragged element and its target.
 */
export function useDragOrder(
  axis: 'x' | 'y',
  onDrop: (name: string, target: string, side: 'before' | 'behind') => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const begin = useCallback(
    (event: ReactPointerEvent<HTMLElement>, name: string) => {
      if (event.button !== 0) return;
      const scope = event.currentTarget.closest('[data-drag-scope]') ?? document.body;
      const { clientX, clientY } = event;
      let now: Drag | null = null;
      const move = (moved: PointerEvent) => {
        const far = Math.hypot(moved.clientX - clientX, moved.clientY - clientY) > THRESHOLD;
        if (!now && !far) return;
        now = { name, ...landing(axis, scope, moved.clientX, moved.clientY) };
        setDrag(now);
      };
      const end = (ended: PointerEvent) => {
        stop.current?.();
        if (!now) return;
        // Swallows the click that follows a drag.
        const swallow = (click: MouseEvent) => click.stopPropagation();
        window.addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
        if (ended.type === 'pointerup' && now.target) drop.current(name, now.target, now.side);
      };
      const giveUp = (key: KeyboardEvent) => {
        if (key.key === 'Escape') stop.current?.();
      };
      stop.current = () => {
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', end);
        window.removeEventListener('pointercancel', end);
        window.removeEventListener('keydown', giveUp);
        stop.current = null;
        setDrag(null);
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', end);
      window.addEventListener('pointercancel', end);
      window.addEventListener('keydown', giveUp);
    },
    [axis],
  );
  return { drag, begin };
}
