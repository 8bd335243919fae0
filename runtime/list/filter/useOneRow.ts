import { type RefObject, useLayoutEffect } from 'react';
import { followWidth } from '../../kit/parts/followWidth.ts';

/**
 * Hides the last filters that do not fit into one row. The builder behind them filters by any field. A filter that
 * narrows the list stays visible.
 */
export function useOneRow(bar: RefObject<HTMLElement | null>): void {
  // Runs after each drawing: values, language and switches change what fits.
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const lay = () => {
      const pills = [...element.querySelectorAll<HTMLElement>('[data-filter]')];
      for (const pill of pills) pill.removeAttribute('data-over');
      const shown = [...element.children] as HTMLElement[];
      const [first, last] = [shown[0], shown.at(-1)];
      const rest = pills.filter((pill) => !pill.hasAttribute('data-active'));
      while (first && last && last.offsetTop >= first.offsetTop + first.offsetHeight) {
        const pill = rest.pop();
        if (!pill) return;
        pill.setAttribute('data-over', '');
      }
    };
    return followWidth(element, lay);
  });
}
