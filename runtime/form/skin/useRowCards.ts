import { type RefObject, useLayoutEffect } from 'react';
import { followWidth } from '../../kit/parts/followWidth.ts';

/** Width in px below which the rows are cards, even if a narrow table has room. */
const TABLE_PX = 560;

/**
 * Marks the frame of a table whose columns have no room, so that its rows become cards. A table that scrolls sideways
 * cuts a figure at its edge, which then looks like another figure. `needs` names the columns with their required
 * widths; empty if there is no table.
 */
export function useRowCards(frame: RefObject<HTMLElement | null>, needs: string): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || needs === '') return;
    const lay = () => {
      const room = element.clientWidth;
      if (room === 0) return;
      // The needed width can be measured only as a table.
      element.removeAttribute('data-cards');
      element.toggleAttribute('data-cards', room <= TABLE_PX || element.scrollWidth > room);
    };
    return followWidth(element, lay);
  }, [frame, needs]);
}
