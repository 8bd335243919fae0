import { type RefObject, useLayoutEffect } from 'react';
import { followWidth } from '../../kit/parts/followWidth.ts';

/** Hides filters that do not fit in one row. The builder contains them too. An active filter remains visible. */
export function useOneRow(bar: RefObject<HTMLElement | null>): void {
  // Runs after each render, because values, language and switches change the widths.
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
