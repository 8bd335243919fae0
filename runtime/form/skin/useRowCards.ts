import { type RefObject, useLayoutEffect } from 'react';
import { followWidth } from '../../kit/parts/followWidth.ts';

/** Below this width in px the rows are always cards. */
const TABLE_PX = 560;

/**
 * Marks the frame of a table whose columns are too wide, so that its rows become cards. In a sideways scrolling table,
 * a number cut off at the edge could be misread. `needs`: required widths by column, empty without a table.
 */
export function useRowCards(frame: RefObject<HTMLElement | null>, needs: string): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || needs === '') return;
    const lay = () => {
      const room = element.clientWidth;
      if (room === 0) return;
      // The required width can be measured in table layout only.
      element.removeAttribute('data-cards');
      element.toggleAttribute('data-cards', room <= TABLE_PX || element.scrollWidth > room);
    };
    return followWidth(element, lay);
  }, [frame, needs]);
}
