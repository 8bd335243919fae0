import { useEffect, useMemo } from 'react';
import type { DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { compactLayout } from '../../core/document/layout.ts';
import { layoutOn } from '../../core/document/tabs.ts';
import { textIn } from '../../core/document/texts.ts';
import { type ShownWidget, useRound } from '../live/useBoardData.ts';
import { useBoardWords } from '../live/useShownWidgets.ts';
import { useHiddenWidgets } from '../live/useWidget.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { pagesOf, rowsOfSheet } from './pages.ts';
import type { Paper } from './paper.ts';

interface Part {
  /** The title of its tab. Absent on a board without tabs. */
  title?: string;
  layout: readonly LayoutItem[];
}

export interface SheetPlan {
  title: string | undefined;
  places: readonly LayoutItem[];
}

/** Returns the widgets without a chosen content. */
const unsetOf = (shown: readonly ShownWidget[]): ReadonlySet<string> =>
  new Set(
    shown.flatMap(({ widget, resolved }) =>
      resolved.state === 'ready' && resolved.module.lacks?.(resolved.config) ? [widget.id] : [],
    ),
  );

/** Returns the content to print, tab by tab. All sections are unfolded, and all widgets request data. */
function useParts(board: DashboardDocument, allTabs: boolean): readonly Part[] {
  const { scheduler, shown, moment, tab, watchAll } = useBoardSession();
  const { table, lang } = useBoardWords(board);
  const hidden = useHiddenWidgets(scheduler, shown, moment);
  const unset = useMemo(() => unsetOf(shown), [shown]);
  useEffect(() => {
    watchAll(true);
    return () => watchAll(false);
  }, [watchAll]);
  return useMemo(() => {
    const layoutOf = (id?: string) =>
      compactLayout(layoutOn(board, id).filter(({ i }) => !hidden.has(i) && !unset.has(i)));
    if (!board.tabs) return [{ layout: layoutOf() }];
    return board.tabs
      .filter(({ id }) => allTabs || id === tab)
      .map(({ id, title }) => ({ title: textIn(table, lang, title), layout: layoutOf(id) }));
  }, [board, table, lang, hidden, unset, tab, allTabs]);
}

/** Returns whether content to print is still loading. */
function useWaiting(parts: readonly Part[]): boolean {
  const { scheduler, shown } = useBoardSession();
  useRound(scheduler);
  const loadingIds = new Set(
    shown.flatMap(({ widget: { id }, resolved }) => (resolved.state === 'ready' ? [id] : [])),
  );
  return parts.some(({ layout }) =>
    layout.some(({ i }) => loadingIds.has(i) && scheduler.read(i).status === 'loading'),
  );
}

/** Returns the sheets of a board, and whether their data is still loading. */
export function useSheets(
  board: DashboardDocument,
  allTabs: boolean,
  { sheet, width }: Paper,
): { sheets: readonly SheetPlan[]; waiting: boolean } {
  const parts = useParts(board, allTabs);
  const waiting = useWaiting(parts);
  const sheets = useMemo(
    () =>
      parts.flatMap(({ title, layout }) =>
        pagesOf(layout, rowsOfSheet(width, sheet)).map((places) => ({ title, places })),
      ),
    [parts, width, sheet],
  );
  return { sheets, waiting };
}
