import { useDeferredValue, useEffect, useMemo } from 'react';
import { type GridItem, itemsAbove } from '../../core/document/layout.ts';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import type { WallFit } from './wallFit.ts';

const NONE: readonly GridItem[] = [];

/**
 * Returns the ids of the widgets to draw now. Visible widgets are drawn first, and the scheduler requests them first.
 * `height`: the distance in px from the board's upper edge to the end of the screen.
 */
export function useInSight(
  scheduler: Scheduler,
  placed: readonly GridItem[],
  height: number,
  fit: WallFit,
): ReadonlySet<string> {
  const seen = useMemo(() => itemsAbove(placed, height / fit.zoom, fit.rowHeight), [placed, height, fit]);
  useEffect(() => scheduler.see(seen), [scheduler, seen]);
  const made = useDeferredValue<readonly GridItem[]>(placed, NONE);
  return useMemo(() => new Set([...seen, ...made.map(({ i }) => i)]), [seen, made]);
}
