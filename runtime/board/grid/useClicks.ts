import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Pixels that the pointer moves before a drag begins. */
export const DRAG_THRESHOLD = 4;

/**
 * Selects a clicked widget. A click on the background clears the selection. The click at the end of a drag does
 * neither.
 */
export function useClicks(onSelect: (id: string | null, more: boolean) => void) {
  const pressed = useRef({ x: 0, y: 0 });
  return {
    onPointerDownCapture({ clientX, clientY }: PointerEvent) {
      pressed.current = { x: clientX, y: clientY };
    },
    onClick(event: MouseEvent) {
      const { x, y } = pressed.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > DRAG_THRESHOLD) return;
      const target = event.target as HTMLElement;
      if (target.closest('.wd-widget-actions, .wd-w-state button, .react-resizable-handle')) return;
      const item = target.closest<HTMLElement>('[data-widget]');
      onSelect(item?.dataset.widget ?? null, event.ctrlKey || event.metaKey || event.shiftKey);
    },
  };
}
