import { type RefObject, useLayoutEffect } from 'react';
import { followWidth } from '../../kit/parts/followWidth.ts';

/** Below this the rows are cards, also where a narrow table has room. */
const TABLE_PX = 560;

/**
 * Marks the frame of a table whose columns have no room: its rows become cards. A table that scrolls sideways shows a
 * part of a figure at its edge, and that reads as another figure. `needs` names the columns with the widths that they
 * ask for; empty: there is no table.
 */
export function useRowCards(frame: RefObject<HTMLElement | null>, needs: string): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || needs === '') return;
    const lay = () => {
      const room = element.clientWidth;
      if (room === 0) return;
      // As a table, it says what it needs.
      element.removeAttribute('data-cards');
      element.toggleAttribute('data-cards', room <= TABLE_PX || element.scrollWidth > room);
    };
    return followWidth(element, lay);
  }, [frame, needs]);
}
