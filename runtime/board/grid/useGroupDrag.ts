import { type RefObject, useRef } from 'react';
import type { GridLayoutProps } from 'react-grid-layout/react';
import type { LayoutItem } from '../../../generated/definition.ts';
import { type GroupDrag, startGroupDrag } from './groupDrag.ts';

type OnDrag = (layout: readonly LayoutItem[], id: string, by: { x: number; y: number }) => void;

/** Returns the elements of unlocked widgets with these ids. */
const elementsOf = (board: HTMLElement | null, ids: readonly string[]) =>
  [...(board?.querySelectorAll<HTMLElement>('[data-widget]') ?? [])].filter(
    ({ dataset }) => ids.includes(dataset.widget ?? '') && dataset.locked === undefined,
  );

/** Drags all selected widgets together. */
export function useGroupDrag(
  box: RefObject<HTMLElement | null>,
  selected: readonly string[],
  onDrag: OnDrag,
): Pick<GridLayoutProps, 'onDragStart' | 'onDragStop'> {
  const group = useRef<GroupDrag | null>(null);
  return {
    onDragStart(_layout, _from, to, _placeholder, _event, element) {
      const ids = to && selected.includes(to.i) ? selected.filter((other) => other !== to.i) : [];
      group.current =
        element && ids.length > 0 ? startGroupDrag(element, elementsOf(box.current, ids)) : null;
    },
    onDragStop(next, from, to) {
      group.current?.end();
      group.current = null;
      if (from && to) onDrag(next, to.i, { x: to.x - from.x, y: to.y - from.y });
    },
  };
}
