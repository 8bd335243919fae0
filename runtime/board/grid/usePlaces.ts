import { useMemo } from 'react';
import { compactLayout, type GridItem, readingOrder } from '../../core/document/layout.ts';
import type { ShownWidget } from '../live/useBoardData.ts';
import { widgetDefinition } from '../widget/registry.ts';
import { type LeastSize, placeOn } from './places.ts';
import type { Grown } from './useGrowth.ts';

const MIN: LeastSize = { minW: 1, minH: 1 };

/**
 * Returns the displayed layout. Edit mode shows everything. Otherwise the place of a hidden widget is filled by the
 * widgets below.
 */
export const useStanding = (
  layout: readonly GridItem[],
  hidden: ReadonlySet<string>,
  editing: boolean,
): readonly GridItem[] =>
  useMemo(
    () => (editing || hidden.size === 0 ? layout : compactLayout(layout.filter(({ i }) => !hidden.has(i)))),
    [layout, hidden, editing],
  );

/** Returns the widgets in reading order, and their places for a number of columns. */
export function usePlaces(
  shown: readonly ShownWidget[],
  standing: readonly GridItem[],
  columns: number,
  grown: Grown,
) {
  const ordered = useMemo(() => {
    const byId = new Map(shown.map((shownWidget) => [shownWidget.widget.id, shownWidget]));
    return readingOrder(standing).flatMap((item) => byId.get(item.i) ?? []);
  }, [shown, standing]);
  const placed = useMemo(() => {
    const types = new Map(shown.map((shownWidget) => [shownWidget.widget.id, shownWidget.widget.type]));
    return placeOn(columns, standing, (id) => {
      const size = widgetDefinition(types.get(id) ?? '')?.size ?? MIN;
      const rows = grown.get(id);
      return rows === undefined ? size : { ...size, phoneH: rows };
    });
  }, [columns, standing, shown, grown]);
  return { ordered, placed };
}
