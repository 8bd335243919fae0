import { type RefObject, useEffect } from 'react';
import { GAP, ROW_HEIGHT } from '../../core/document/layout.ts';

/** Height in rows on a phone, by widget id. */
export type Grown = ReadonlyMap<string, number>;
export const NOTHING_GROWN: Grown = new Map();

const rowsOf = (height: number): number => Math.ceil((height + GAP) / (ROW_HEIGHT + GAP));

/** Reports the height of widgets that grow with their content. */
export function useGrowth(
  box: RefObject<HTMLDivElement | null>,
  drawn: ReadonlySet<string>,
  isPhone: boolean,
  onGrown: (change: (before: Grown) => Grown) => void,
): void {
  useEffect(() => {
    // Observes the cards of this render.
    if (!isPhone || drawn.size === 0) return;
    const observer = new ResizeObserver((entries) => {
      const seen = entries.map(
        ({ target }) =>
          [
            target.closest<HTMLElement>('[data-widget]')?.dataset.widget ?? '',
            rowsOf((target as HTMLElement).offsetHeight),
          ] as const,
      );
      onGrown((before) =>
        seen.every(([id, rows]) => before.get(id) === rows) ? before : new Map([...before, ...seen]),
      );
    });
    for (const card of box.current?.querySelectorAll('[data-grows] > .wd-widget') ?? [])
      observer.observe(card);
    return () => observer.disconnect();
  }, [box, drawn, isPhone, onGrown]);
}
